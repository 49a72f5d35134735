// What the hooks and the seat share.
#pragma once
#include <sys/types.h>

// Opens a card's device file at the model; -1 and errno where there is none.
int paper_open(const char *path, int flags, int through_seat);

// Whether a path is a card's device file.
int paper_is_card(const char *path);

// A new connection to the model, or -1.
int paper_connect(void);
