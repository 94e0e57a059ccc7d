#include "web/http.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/zlib/inflate_stream.hpp>
#include <cassert>
#include <chrono>
#include <csignal>
#include <deque>
#include <nlohmann/json.hpp>
#include <optional>

#include "web/embedded.h"
#include "web/messages.h"
#include "web/secret.h"

namespace grundy::web {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;

namespace {

constexpr uint64_t kMostBody = 256 << 10;
constexpr uint32_t kMostHead = 8 << 10;
constexpr size_t kMostConnections = 32;
constexpr size_t kMostRefused = 256;         // connections that are told that there are too many
constexpr size_t kMostAhead = 512 << 10;     // bytes of later requests, sent while one is worked on
constexpr std::chrono::seconds kToTake{30};  // a piece of an answer
constexpr std::chrono::seconds kToLinger{
    2};  // so that an error is read before the connection is closed

constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' "
    "data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

std::string_view media_type(std::string_view name) {
  if (name.ends_with(".html")) return "text/html; charset=utf-8";
  if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
  if (name.ends_with(".css")) return "text/css; charset=utf-8";
  if (name.ends_with(".svg")) return "image/svg+xml";
  if (name.ends_with(".json")) return "application/json";
  return "application/octet-stream";
}

bool is_json(std::string_view type) {
  type = type.substr(0, type.find(';'));
  while (type.ends_with(' ')) type.remove_suffix(1);
  return beast::iequals({type.data(), type.size()}, "application/json");
}

/// Whether gzip is among the encodings of an Accept-Encoding field: "gzip, deflate;q=0.5".
bool takes_gzip(std::string_view field) {
  while (!field.empty()) {
    const std::string_view one = field.substr(0, field.find(','));
    field.remove_prefix(std::min(field.size(), one.size() + 1));
    const size_t name = one.find_first_not_of(' ');
    if (name == one.npos || !(one.substr(name).starts_with("gzip") || one[name] == '*')) continue;
    const size_t weight = one.find("q=");
    return weight == one.npos || one.find_first_not_of("0. ", weight + 2) != one.npos;
  }
  return false;
}

/// The file that `gzip -n` made these bytes of: 10 bytes of head, the deflated file, 8 bytes of
/// checksum and size.
std::string unpacked(std::string_view bytes) {
  constexpr size_t kHead = 10;
  constexpr size_t kTail = 8;
  uint32_t size = 0;
  for (size_t i = 1; i <= 4; ++i)
    size = size << 8 | static_cast<unsigned char>(bytes[bytes.size() - i]);
  std::string file(size, '\0');
  beast::zlib::z_params piece;
  piece.next_in = bytes.data() + kHead;
  piece.avail_in = bytes.size() - kHead - kTail;
  piece.next_out = file.data();
  piece.avail_out = file.size();
  beast::zlib::inflate_stream inflate;
  beast::error_code ended;
  inflate.write(piece, beast::zlib::Flush::finish, ended);
  assert(ended == beast::zlib::error::end_of_stream && piece.avail_out == 0);
  return file;
}

class Connection;

struct Server {
  size_t connections = 0;  // counted until the context, and with it the last connection, is gone
  size_t refused = 0;
  asio::io_context context;
  tcp::acceptor acceptor{context};
  Pool* pool = nullptr;
  std::string key;
  std::string start;
  uint16_t port = 0;
  std::chrono::milliseconds to_send{0};

  bool is_host(std::string_view host) const {
    return host == fmt::format("127.0.0.1:{}", port) || host == fmt::format("localhost:{}", port);
  }
  std::string cookie() const { return fmt::format("grundy_{}", port); }
  void accept();
};

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Server& server, tcp::socket socket, bool taken)
      : server_(server),
        stream_(std::move(socket)),
        count_(taken ? server.connections : server.refused) {
    ++count_;
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { --count_; }

  void refuse() {
    keep_ = false;
    respond(http::status::service_unavailable, "too many connections\n");
  }

  void read() {
    parser_.emplace();
    parser_->header_limit(kMostHead);
    parser_->body_limit(kMostBody);
    stream_.expires_after(server_.to_send);
    http::async_read(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](beast::error_code failure, size_t) { self->on_read(failure); });
  }

 private:
  using Request = http::request<http::string_body>;
  using Response = http::response<http::string_body>;

  void on_read(beast::error_code failure) {
    keep_ = !failure && parser_->keep_alive();
    if (!failure) return handle(parser_->get());
    if (failure == http::error::header_limit)
      return respond(http::status::request_header_fields_too_large,
                     "the head is larger than 8 KiB\n");
    if (failure == http::error::body_limit)
      return respond(http::status::payload_too_large, "the body is larger than 256 KiB\n");
    const bool unfinished =
        failure == http::error::end_of_stream || failure == http::error::partial_message;
    if (!unfinished &&
        failure.category() == http::make_error_code(http::error::bad_version).category())
      return respond(http::status::bad_request, "this is no HTTP request\n");
  }

  bool has_key(const Request& request) const {
    for (auto [at, end] = request.equal_range(http::field::cookie); at != end; ++at) {
      if (has_cookie({at->value().data(), at->value().size()}, server_.cookie(), server_.key))
        return true;
    }
    return false;
  }

  void handle(const Request& request) {
    const auto field = [&](http::field name) {
      const auto value = request[name];
      return std::string_view(value.data(), value.size());
    };
    head_only_ = request.method() == http::verb::head;
    const std::string_view host = field(http::field::host);
    if (request.count(http::field::host) != 1 || !server_.is_host(host))
      return respond(http::status::misdirected_request,
                     "this server answers to 127.0.0.1 and localhost only\n");
    const std::string_view target(request.target().data(), request.target().size());
    const std::string_view path = target.substr(0, target.find('?'));
    const bool get = request.method() == http::verb::get || head_only_;
    constexpr std::string_view kFirst = "/?key=";
    if (get && target.starts_with(kFirst) && same_secret(target.substr(kFirst.size()), server_.key))
      return greet();
    if (!has_key(request))
      return respond(
          http::status::forbidden,
          "open the address that `grundy serve` printed · die Adresse, die `grundy serve` nennt\n");
    if (get) {
      const bool compressed = request.count(http::field::accept_encoding) == 0 ||
                              takes_gzip(field(http::field::accept_encoding));
      return file(path, compressed);
    }
    if (request.method() != http::verb::post)
      return respond(http::status::method_not_allowed, "GET and POST only\n");
    if (request.count(http::field::origin) != 1 ||
        field(http::field::origin) != fmt::format("http://{}", host))
      return respond(http::status::forbidden, "only the page itself may ask\n");
    if (!is_json(field(http::field::content_type)))
      return respond(http::status::unsupported_media_type, "a request is application/json\n");
    constexpr std::string_view kApi = "/api/";
    const std::string_view method = path.starts_with(kApi) ? path.substr(kApi.size()) : "";
    const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
    if (method.empty() || !std::all_of(method.begin(), method.end(), is_small))
      return respond(http::status::not_found, "there is no such method\n");
    ask(std::string(method), request.body());
  }

  /// The first visit: the key goes from the address into a cookie.
  void greet() {
    Response response = make(http::status::see_other, "text/plain; charset=utf-8", "");
    response.set(http::field::location, "/");
    response.set(http::field::set_cookie, fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/",
                                                      server_.cookie(), server_.key));
    send(std::move(response));
  }

  /// A file of the page. The program has it compressed, and sends it so unless the browser does not
  /// take that.
  void file(std::string_view path, bool compressed) {
    const std::string_view name = path == "/" ? "index.html" : path.substr(1);
    if (name == "start.json") return send(make(http::status::ok, media_type(name), server_.start));
    for (const Embedded& one : embedded_files()) {
      if (one.name != name) continue;
      const std::string body = compressed ? std::string(one.bytes) : unpacked(one.bytes);
      Response response = make(http::status::ok, media_type(name), body);
      response.set(http::field::vary, "Accept-Encoding");
      if (compressed) response.set(http::field::content_encoding, "gzip");
      return send(std::move(response));
    }
    respond(http::status::not_found, "there is no such file\n");
  }

  void ask(const std::string& method, std::string body) {
    if (method == "jobs") {
      const std::string counts = fmt::format("{{\"working\": {}, \"waiting\": {}}}",
                                             server_.pool->working(), server_.pool->waiting());
      return send(make(http::status::ok, kLines, "{\"result\": " + counts + "}\n"));
    }
    if (!nlohmann::json::accept(body)) {
      const std::string line = error_line(Error::input("the body is no JSON"));
      return send(make(http::status::bad_request, kLines, line + "\n"));
    }
    std::replace_if(
        body.begin(), body.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    answered_ = false;
    begun_ = false;
    job_ = server_.pool->submit(method + " " + body,
                                [weak = weak_from_this()](std::string line, bool last) {
                                  if (const auto self = weak.lock())
                                    self->on_line(std::move(line), last);
                                });
    if (job_ == nullptr && !answered_) {
      Response response =
          make(http::status::too_many_requests, kLines,
               error_line(Error::declined("too many questions wait already")) + "\n");
      response.set(http::field::retry_after, "1");
      return send(std::move(response));
    }
    watch();
  }

  /// An answer without progress is sent as a whole, another one line by line.
  void on_line(std::string line, bool last) {
    line += '\n';
    if (last) {
      answered_ = true;
      job_ = nullptr;
    }
    if (!begun_ && last) {
      Response response = make(http::status::ok, kLines, std::move(line));
      return write(text_of(response), true);
    }
    std::string text;
    if (!begun_) {
      Response response = make(http::status::ok, kLines, "");
      response.erase(http::field::content_length);
      response.set(http::field::transfer_encoding, "chunked");
      text = text_of(response);
      begun_ = true;
    }
    text += fmt::format("{:x}\r\n{}\r\n{}", line.size(), line, last ? "0\r\n\r\n" : "");
    write(std::move(text), last);
  }

  /// Reads on while an answer is worked out, to see whether the connection ends.
  void watch() {
    if (watching_) return;
    watching_ = true;
    stream_.expires_never();
    stream_.async_read_some(buffer_.prepare(4096),
                            [self = shared_from_this()](beast::error_code failure, size_t size) {
                              self->watching_ = false;
                              self->buffer_.commit(size);
                              if (self->finished_) return self->next();
                              if (failure == asio::error::operation_aborted) return;
                              if (failure || self->buffer_.size() > kMostAhead)
                                return self->abandon();
                              self->watch();
                            });
  }

  void abandon() {
    if (job_ != nullptr) server_.pool->stop(job_);
    job_ = nullptr;
    stream_.close();
  }

  Response make(http::status status, std::string_view type, std::string body) const {
    Response response{status, 11};
    response.set(http::field::content_type, beast::string_view(type.data(), type.size()));
    response.set(http::field::cache_control, "no-store");
    response.set("Content-Security-Policy", kPolicy);
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Referrer-Policy", "no-referrer");
    response.set("Cross-Origin-Opener-Policy", "same-origin");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    response.keep_alive(keep_);
    response.body() = std::move(body);
    response.prepare_payload();
    return response;
  }

  void respond(http::status status, std::string text) {
    if (status != http::status::not_found) keep_ = false;
    Response response = make(status, "text/plain; charset=utf-8", std::move(text));
    if (status == http::status::method_not_allowed)
      response.set(http::field::allow, "GET, HEAD, POST");
    send(std::move(response));
  }

  void send(Response response) {
    if (head_only_) response.body().clear();  // its length stays in the head
    write(text_of(response), true);
  }

  static std::string text_of(const Response& response) {
    std::string text = fmt::format("HTTP/1.1 {} {}\r\n", response.result_int(),
                                   std::string(http::obsolete_reason(response.result())));
    for (const auto& field : response.base()) {
      text.append(field.name_string().data(), field.name_string().size()).append(": ");
      text.append(field.value().data(), field.value().size()).append("\r\n");
    }
    return text + "\r\n" + response.body();
  }

  void write(std::string text, bool last) {
    outgoing_.push_back(std::move(text));
    last_queued_ = last;
    if (outgoing_.size() == 1) write_next();
  }

  void write_next() {
    stream_.expires_after(kToTake);
    asio::async_write(stream_, asio::buffer(outgoing_.front()),
                      [self = shared_from_this()](beast::error_code failure, size_t) {
                        if (failure) return self->abandon();
                        self->outgoing_.pop_front();
                        if (!self->outgoing_.empty()) return self->write_next();
                        if (self->last_queued_) self->finish();
                      });
  }

  /// A response is sent. What still reads is called back first.
  void finish() {
    last_queued_ = false;
    finished_ = true;
    if (watching_) return stream_.cancel();
    next();
  }

  void next() {
    finished_ = false;
    if (keep_) return read();
    beast::error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(kToLinger);
    drain(kMostBody * 4);
  }

  /// Takes what was sent and is not read; else the other side would lose the response.
  void drain(size_t left) {
    buffer_.clear();
    stream_.async_read_some(buffer_.prepare(1 << 16), [self = shared_from_this(), left](
                                                          beast::error_code failure, size_t size) {
      if (!failure && size <= left) return self->drain(left - size);
      self->stream_.close();
    });
  }

  static constexpr std::string_view kLines = "application/x-ndjson";

  Server& server_;
  beast::tcp_stream stream_;
  size_t& count_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  bool keep_ = true;
  bool head_only_ = false;
  Pool::JobPointer job_;
  bool begun_ = false;     // the head of an answer in pieces is sent
  bool answered_ = false;  // its last line was heard
  bool watching_ = false;
  // The response is sent, and the reader that watches is still to be called back.
  bool finished_ = false;
  bool last_queued_ = false;
  std::deque<std::string> outgoing_;
};

void Server::accept() {
  acceptor.async_accept([this](beast::error_code failure, tcp::socket socket) {
    if (!acceptor.is_open()) return;
    if (!failure) {
      const bool taken = connections < kMostConnections;
      if (taken || refused < kMostRefused) {
        const auto connection = std::make_shared<Connection>(*this, std::move(socket), taken);
        if (taken) {
          connection->read();
        } else {
          connection->refuse();
        }
      }
    }
    accept();
  });
}

}  // namespace

Attempt<void> serve(const ServerOptions& options,
                    const std::function<void(const std::string& address)>& ready) {
  Server server;
  server.key = random_key();
  if (server.key.empty()) return Error::internal("the system gives no random bits");
  server.start = options.start;
  server.to_send = options.to_send;
  beast::error_code failure;
  const tcp::endpoint here(asio::ip::address_v4::loopback(), options.port);
  server.acceptor.open(tcp::v4(), failure);
  server.acceptor.set_option(asio::socket_base::reuse_address(true), failure);
  server.acceptor.bind(here, failure);
  if (!failure) server.acceptor.listen(asio::socket_base::max_listen_connections, failure);
  if (failure)
    return Error::input(fmt::format("port {} can't be used: {}; --port 0 takes a free one",
                                    options.port, failure.message()));
  server.port = server.acceptor.local_endpoint().port();
  asio::signal_set signals(server.context, SIGINT, SIGTERM);
  signals.async_wait([&](beast::error_code, int) { server.context.stop(); });
  Pool pool(server.context, options.pool);
  server.pool = &pool;
  server.accept();
  ready(fmt::format("http://127.0.0.1:{}/?key={}", server.port, server.key));
  server.context.run();
  return {};
}

}  // namespace grundy::web
