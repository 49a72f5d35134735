#include "CWLCSEntry.h"

// Defined in Swift, in Sources/Conformance.
WlcsDisplayServer *kagami_wlcs_create_server(int argc, char const **argv);
void kagami_wlcs_destroy_server(WlcsDisplayServer *server);

WlcsServerIntegration const wlcs_server_integration = {
    .version = WLCS_SERVER_INTEGRATION_VERSION,
    .create_server = kagami_wlcs_create_server,
    .destroy_server = kagami_wlcs_destroy_server,
};
