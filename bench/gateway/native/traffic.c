/*
 * A mock provider and a load generator that cost next to nothing beside what they measure. `traffic.mjs` compiles and runs it.
 *
 *   traffic mock PORT DIRECTORY            answers from the files of DIRECTORY, which hold whole HTTP responses
 *   traffic load PORTS FILE CONNECTIONS    sends the HTTP request of FILE, as often as each line of its input says
 *
 * The mock chooses the response by the path and by what the body asks for. The load generator has one request under way on each
 * connection (several ports, with commas, get them in turn), and writes a line for each line that it reads: the seconds that the requests took together, then in milliseconds the
 * median and the 99th percentile of their times, and the median of the times to the first byte.
 * Eight '#' in a row in FILE are replaced with the number of the request, so that no two are the same.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER = 4 << 20, EVENTS = 256, MARK_WIDTH = 8, LARGEST_NUMBER = 100000000 };

typedef struct {
  char *bytes;
  size_t length;
} Text;

/** A connection, and the message that is arriving on it. */
typedef struct {
  int socket;
  int port;
  double begun;
  double first;
  size_t length;
  char bytes[BUFFER];
} Connection;

/** How long requests took, and how long until the first byte of each response, in seconds. */
typedef struct {
  double *whole;
  double *first;
  long count;
} Times;

static void fail(const char *what) {
  fprintf(stderr, "traffic: %s: %s\n", what, strerror(errno));
  exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static Text read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) fail(path);
  Text text = {malloc(BUFFER), 0};
  text.length = fread(text.bytes, 1, BUFFER, file);
  fclose(file);
  return text;
}

static struct sockaddr_in address_of(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

static void watch(int poll, Connection *connection) {
  int on = 1;
  setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
  if (epoll_ctl(poll, EPOLL_CTL_ADD, connection->socket, &event) < 0) fail("epoll_ctl");
}

static void send_all(int socket, Text text) {
  size_t sent = 0;
  while (sent < text.length) {
    ssize_t count = write(socket, text.bytes + sent, text.length - sent);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("write");
    sent += (size_t)count;
  }
}

/** Reads what has arrived; false at the end of the connection. */
static bool receive(Connection *connection) {
  if (connection->length == BUFFER) fail("a message is too long");
  ssize_t count = read(connection->socket, connection->bytes + connection->length, BUFFER - connection->length);
  if (count > 0) connection->length += (size_t)count;
  return count > 0;
}

static bool ends_with(Text text, const char *end) {
  size_t length = strlen(end);
  return text.length >= length && memcmp(text.bytes + text.length - length, end, length) == 0;
}

/** Whether the whole message is there: messages come one at a time, so that the last bytes of one in chunks tell its end. */
static bool is_complete(Connection *connection) {
  char *end = memmem(connection->bytes, connection->length, "\r\n\r\n", 4);
  if (end == NULL) return false;
  size_t head = (size_t)(end - connection->bytes) + 4;
  *end = '\0';
  char *field = strcasestr(connection->bytes, "\ncontent-length:");
  bool is_chunked = strcasestr(connection->bytes, "\ntransfer-encoding: chunked") != NULL;
  *end = '\r';
  if (is_chunked) return ends_with((Text){connection->bytes, connection->length}, "\r\n0\r\n\r\n");
  return connection->length >= head + (field == NULL ? 0 : strtoul(field + 16, NULL, 10));
}

static bool has(Connection *connection, const char *text) {
  return memmem(connection->bytes, connection->length, text, strlen(text)) != NULL;
}

static bool is_asked_for(Connection *connection, const char *text) {
  char *end = memchr(connection->bytes, '\n', connection->length);
  return memmem(connection->bytes, (size_t)(end - connection->bytes), text, strlen(text)) != NULL;
}

static const char *dialect_of(Connection *connection) {
  if (is_asked_for(connection, "enerateContent")) return "gemini";
  return is_asked_for(connection, "/messages") ? "anthropic" : "openai-chat";
}

static const char *kind_of(Connection *connection) {
  if (has(connection, "hold-open")) return "held";
  if (!is_asked_for(connection, "stream") && !has(connection, "\"stream\":true")) return "whole";
  if (has(connection, "use identical words")) return "identical";
  return has(connection, "use padded words") ? "padded" : "varied";
}

/** The response of a dialect and a kind, which is read when it is first asked for. */
static Text response_to(const char *directory, Connection *connection) {
  static struct { char name[64]; Text text; } known[32];
  char name[64];
  snprintf(name, sizeof name, "%s-%s", dialect_of(connection), kind_of(connection));
  int index = 0;
  while (known[index].name[0] != '\0' && strcmp(known[index].name, name) != 0) index++;
  if (known[index].name[0] == '\0') {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    known[index].text = read_file(path);
    memcpy(known[index].name, name, sizeof name);
  }
  return known[index].text;
}

static Connection *new_connection(int socket) {
  Connection *connection = malloc(sizeof *connection);
  connection->socket = socket;
  connection->length = 0;
  return connection;
}

static void answer(int poll, Connection *connection, const char *directory) {
  if (!receive(connection)) {
    epoll_ctl(poll, EPOLL_CTL_DEL, connection->socket, NULL);
    close(connection->socket);
    free(connection);
    return;
  }
  if (!is_complete(connection)) return;
  send_all(connection->socket, response_to(directory, connection));
  connection->length = 0;
}

static void mock(int port, const char *directory) {
  int listener = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  struct sockaddr_in address = address_of(port);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 4096) < 0) fail("listen");
  int poll = epoll_create1(0);
  Connection *accepting = new_connection(listener);
  watch(poll, accepting);
  puts("ready");
  fflush(stdout);
  for (;;) {
    struct epoll_event events[EVENTS];
    int count = epoll_wait(poll, events, EVENTS, -1);
    for (int index = 0; index < count; index++) {
      Connection *connection = events[index].data.ptr;
      if (connection == accepting) watch(poll, new_connection(accept(listener, NULL, NULL)));
      else answer(poll, connection, directory);
    }
  }
}

static int connect_to(int port) {
  struct sockaddr_in address = address_of(port);
  int connected = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(connected, (struct sockaddr *)&address, sizeof address) < 0) fail("connect");
  return connected;
}

/** Connects at first, and again where the server has closed a connection that was idle for some seconds, with or without a word. */
static void keep_open(int poll, Connection *connection) {
  char byte;
  bool is_open = connection->socket >= 0;
  if (is_open && recv(connection->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && errno == EAGAIN) return;
  if (is_open) close(connection->socket);
  connection->socket = connect_to(connection->port);
  watch(poll, connection);
}

/** Connections that are not open yet, for each of the ports in turn. */
static Connection **new_connections(const char *ports, int count) {
  Connection **connections = calloc((size_t)count, sizeof *connections);
  const char *next = ports;
  for (int index = 0; index < count; index++) {
    connections[index] = new_connection(-1);
    connections[index]->port = atoi(next);
    const char *comma = strchr(next, ',');
    next = comma == NULL ? ports : comma + 1;
  }
  return connections;
}

/** Writes the request with the next number in the place of each mark. */
static void send_request(Connection *connection, Text request) {
  static unsigned number = 0;
  char digits[16];
  snprintf(digits, sizeof digits, "%0*u", MARK_WIDTH, ++number % LARGEST_NUMBER);
  static char copy[BUFFER];
  memcpy(copy, request.bytes, request.length);
  char *end = copy + request.length, *mark = copy;
  while ((mark = memmem(mark, (size_t)(end - mark), "########", MARK_WIDTH)) != NULL) memcpy(mark, digits, MARK_WIDTH);
  connection->length = 0;
  connection->begun = now();
  send_all(connection->socket, (Text){copy, request.length});
}

static void expect_success(Connection *connection) {
  if (memcmp(connection->bytes, "HTTP/1.1 200", 12) == 0) return;
  fprintf(stderr, "traffic: a response is %.*s\n", (int)(connection->length < 600 ? connection->length : 600), connection->bytes);
  exit(1);
}

static void count_time(Connection *connection, Times *times) {
  times->whole[times->count] = now() - connection->begun;
  times->first[times->count++] = connection->first - connection->begun;
}

static Times run(int poll, Connection **connections, int open, Text request, long count) {
  Times times = {calloc((size_t)count, sizeof(double)), calloc((size_t)count, sizeof(double)), 0};
  long unsent = count;
  for (int index = 0; index < open && unsent > 0; index++, unsent--) send_request(connections[index], request);
  while (times.count < count) {
    struct epoll_event events[EVENTS];
    int ready = epoll_wait(poll, events, EVENTS, -1);
    for (int index = 0; index < ready; index++) {
      Connection *connection = events[index].data.ptr;
      if (connection->length == 0) connection->first = now();
      if (!receive(connection)) fail("a connection ended");
      if (!is_complete(connection)) continue;
      expect_success(connection);
      count_time(connection, &times);
      if (unsent > 0) send_request(connection, request), unsent--;
    }
  }
  return times;
}

static int compare(const void *one, const void *other) {
  double difference = *(const double *)one - *(const double *)other;
  return (difference > 0) - (difference < 0);
}

/** Sorts the times, and returns one of them in milliseconds. */
static double quantile(double *times, long count, double share) {
  qsort(times, (size_t)count, sizeof *times, compare);
  return times[(long)((double)(count - 1) * share)] * 1000;
}

static void load(const char *ports, const char *file, int open) {
  Text request = read_file(file);
  Connection **connections = new_connections(ports, open);
  int poll = epoll_create1(0);
  long count;
  while (scanf("%ld", &count) == 1) {
    for (int index = 0; index < open; index++) keep_open(poll, connections[index]);
    double begin = now();
    Times times = run(poll, connections, open, request, count);
    double seconds = now() - begin;
    double median = quantile(times.whole, count, 0.5), slow = quantile(times.whole, count, 0.99);
    printf("%f %f %f %f\n", seconds, median, slow, quantile(times.first, count, 0.5));
    free(times.whole);
    free(times.first);
    fflush(stdout);
  }
}

int main(int count, char **arguments) {
  // It does not outlive the benchmark, however that ends.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (count == 4 && strcmp(arguments[1], "mock") == 0) mock(atoi(arguments[2]), arguments[3]);
  else if (count == 5 && strcmp(arguments[1], "load") == 0) load(arguments[2], arguments[3], atoi(arguments[4]));
  else fail("usage: traffic mock PORT DIRECTORY | traffic load PORTS FILE CONNECTIONS");
  return 0;
}
