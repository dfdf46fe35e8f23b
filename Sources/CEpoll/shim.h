// epoll and eventfd, which the C library's own module does not export. Empty outside Linux.
#ifndef CEPOLL_SHIM_H
#define CEPOLL_SHIM_H
#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>

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
