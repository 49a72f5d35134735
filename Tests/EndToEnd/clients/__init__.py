"""Stock clients that take long to start: toolkits, a browser, a video player, an X server, remote control."""
