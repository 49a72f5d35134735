// How the preloaded library talks to the model of the cards: one SOCK_SEQPACKET connection for calls, one for the seat.
#pragma once
#include <stdint.h>

enum { PAPER_LARGEST = 1 << 17 };

// From the library. The payload follows the head.
enum paper_call {
    PAPER_OPEN = 1,   // a: flags, b: whether through the seat, payload: the path; the answer carries the descriptor
    PAPER_IOCTL = 2,  // a: file, b: request, c: argument, payload: what the argument points at, if the request has a size
    PAPER_MMAP = 3,   // a: file, b: offset, c: length; the answer carries the memory, its result is the offset in it
    PAPER_DATA = 4,   // payload: the bytes that PAPER_READ asked for, one piece after the other
    PAPER_SEAT = 5,   // turns the connection into the seat's
    PAPER_WHICH = 6,  // a: the inode of a socket; whether it is a card's file, as one that another program opened and passed on
};

struct paper_request {
    uint32_t call;
    uint32_t pid;
    uint64_t a, b, c;
};

// From the model.
enum paper_answer {
    PAPER_DONE = 1,  // payload: `count` pieces of struct paper_piece, each followed by its bytes, to be written
    PAPER_READ = 2,  // payload: `count` pieces, whose bytes are wanted in a PAPER_DATA
};

struct paper_reply {
    uint32_t answer;
    uint32_t count;
    int64_t result;  // as from the kernel: an errno is negative
    uint64_t file;   // of PAPER_OPEN: the file's number and the minor number of its device
    uint64_t minor;
};

struct paper_piece {
    uint64_t address, length;
};

// On the seat's connection, a byte each. The model sends e (enabled) and d (disabled); the library answers d with D.
