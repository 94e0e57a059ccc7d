// A server that runs, and the raw sockets that ask it.
#pragma once
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <utility>

#include "run_program.h"

namespace grundy::test {

/// One connection; what is sent is exactly what is given.
class Client {
 public:
  explicit Client(int port, const char* address = "127.0.0.1")
      : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in there{};
    there.sin_family = AF_INET;
    there.sin_port = htons(static_cast<uint16_t>(port));
    inet_pton(AF_INET, address, &there.sin_addr);
    connected_ = connect(socket_, reinterpret_cast<const sockaddr*>(&there), sizeof there) == 0;
    const timeval patience{100, 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  Client(Client&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)), connected_(other.connected_) {}
  ~Client() { end(); }

  bool connected() const { return connected_; }
  bool send(const std::string& text) const {
    for (size_t done = 0; done < text.size();) {
      const ssize_t sent = ::send(socket_, text.data() + done, text.size() - done, MSG_NOSIGNAL);
      if (sent <= 0) return false;
      done += static_cast<size_t>(sent);
    }
    return true;
  }
  /// Until this is part of what came, or the connection ends.
  std::string until(const std::string& part) {
    while (part.empty() || text_.find(part) == text_.npos) {
      char bytes[1 << 14];
      const ssize_t got = recv(socket_, bytes, sizeof bytes, 0);
      if (got <= 0) break;
      text_.append(bytes, static_cast<size_t>(got));
    }
    return std::exchange(text_, {});
  }
  std::string rest() { return until(""); }
  void end() {
    if (socket_ >= 0) close(socket_);
    socket_ = -1;
  }

 private:
  int socket_;
  bool connected_ = false;
  std::string text_;
};

/// A request about this sum.
inline std::string about(const std::string& sum) { return "{\"sum\": \"" + sum + "\"}"; }

/// `grundy serve --port 0` with these options, and its key.
class Serving {
 public:
  explicit Serving(Words options = {}) : program_(GRUNDY_PROGRAM, words(std::move(options))) {
    program_.wait_until([&] { return program_.output().find("ends it.\n") != std::string::npos; });
    const std::string said = program_.output();
    port_ = std::atoi(said.c_str() + sizeof("http://127.0.0.1:") - 1);
    const size_t key = said.find("key=");
    if (key != said.npos) key_ = said.substr(key + 4, said.find('\n') - key - 4);
  }

  int port() const { return port_; }
  std::string host() const { return "127.0.0.1:" + std::to_string(port_); }
  const std::string& key() const { return key_; }
  std::string cookie() const {
    return "Cookie: grundy_" + std::to_string(port_) + "=" + key_ + "\r\n";
  }
  std::string get(const std::string& target, const std::string& fields) const {
    return "GET " + target + " HTTP/1.1\r\n" + fields + "Connection: close\r\n\r\n";
  }
  std::string post(const std::string& method, const std::string& body) const {
    return post_head(method, body.size()) + body;
  }
  std::string post_head(const std::string& method, size_t size) const {
    return "POST /api/" + method + " HTTP/1.1\r\nHost: " + host() + "\r\n" + cookie() +
           "Origin: http://" + host() +
           "\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: " +
           std::to_string(size) + "\r\n\r\n";
  }
  /// The whole response to this.
  std::string ask(const std::string& text) const {
    Client client(port_);
    client.send(text);
    return client.rest();
  }
  /// The body of the answer.
  std::string answer(const std::string& method, const std::string& body) const {
    const std::string response = ask(post(method, body));
    const size_t head = response.find("\r\n\r\n");
    return head == response.npos ? "" : response.substr(head + 4);
  }
  /// Waits until the server works on so many questions, and so many wait.
  void wait_for_jobs(int working, int waiting) const {
    const std::string want = "{\"result\": {\"working\": " + std::to_string(working) +
                             ", \"waiting\": " + std::to_string(waiting) + "}}\n";
    program_.wait_until([&] { return answer("jobs", "{}") == want; });
  }
  Running& program() { return program_; }

 private:
  static Words words(Words options) {
    options.insert(options.begin(), {"serve", "--port", "0"});
    return options;
  }

  Running program_;
  int port_ = 0;
  std::string key_;
};

}  // namespace grundy::test
