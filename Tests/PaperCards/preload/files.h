// Descriptors of cards, for the hooks.
#pragma once
#include <stdint.h>
#include <sys/stat.h>

// The C library's own, not the hook.
int paper_real_fstat(int descriptor, struct stat *status);

// Whether a descriptor is a card's; then the number of the file and the minor number of its device.
int paper_find(int descriptor, uint64_t *number, unsigned *minor);

// Asks the model about a descriptor that this program has not opened itself; remembers it if it is a card's.
int paper_adopt(int descriptor);

// An ioctl on a card's file: its result, or -1 and errno.
int paper_ioctl(uint64_t number, unsigned long request, void *argument);

// A descriptor of the memory behind an offset of a card's file, to be closed, or -1 and errno.
int paper_memory(uint64_t number, uint64_t offset, uint64_t length, int64_t *start);
