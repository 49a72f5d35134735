#pragma once
// The kernel's interface to HDMI-CEC adapters, whose requests are macros that Swift cannot import.
#include <linux/cec.h>
#include <sys/ioctl.h>

static const unsigned long KAGAMI_CEC_CAPABILITIES = CEC_ADAP_G_CAPS;
static const unsigned long KAGAMI_CEC_CONNECTOR = CEC_ADAP_G_CONNECTOR_INFO;
static const unsigned long KAGAMI_CEC_ADDRESSES = CEC_ADAP_G_LOG_ADDRS;
static const unsigned long KAGAMI_CEC_CLAIM_ADDRESSES = CEC_ADAP_S_LOG_ADDRS;
static const unsigned long KAGAMI_CEC_SET_MODE = CEC_S_MODE;
static const unsigned long KAGAMI_CEC_EVENT = CEC_DQEVENT;
static const unsigned long KAGAMI_CEC_RECEIVE = CEC_RECEIVE;
static const unsigned long KAGAMI_CEC_TRANSMIT = CEC_TRANSMIT;
