// epoll, eventfd and GNU's additions (descriptors close-on-exec from birth, names of threads), which the C library's own module does not
// export. Empty outside Linux.
#ifndef CEPOLL_SHIM_H
#define CEPOLL_SHIM_H
#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <pthread.h>

// Declared by the headers only for those who define _GNU_SOURCE before the first of them.
int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags);
int pipe2(int ends[2], int flags);
int pthread_setname_np(pthread_t thread, const char *name);

// Macros and enum constants as plain integers, the way Swift can use them.
static const unsigned int mp_epoll_in = EPOLLIN;
static const unsigned int mp_epoll_out = EPOLLOUT;
static const unsigned int mp_epoll_hangup = EPOLLHUP;
static const unsigned int mp_epoll_read_hangup = EPOLLRDHUP;
static const unsigned int mp_epoll_error = EPOLLERR;
static const unsigned int mp_epoll_oneshot = EPOLLONESHOT;
static const unsigned int mp_epoll_edge = EPOLLET;
#endif
#endif
