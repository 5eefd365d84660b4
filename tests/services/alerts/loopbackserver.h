#pragma once

#include <QJsonDocument>
#include <QJsonObject>
#include <QList>
#include <QTcpServer>
#include <QTcpSocket>

namespace Trainyard {

/// An HTTP server on 127.0.0.1 that keeps what is posted to it and answers what it is told to.
class LoopbackServer final : public QTcpServer
{
public:
    LoopbackServer()
    {
        if (!listen(QHostAddress::LocalHost))
            qFatal("no loopback");
        connect(this, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket *socket = nextPendingConnection())
                connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
        });
    }

    QString address() const { return QStringLiteral("http://127.0.0.1:%1/hook?token=s3cret").arg(serverPort()); }
    QByteArray answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";
    QList<QJsonObject> posted;

private:
    void read(QTcpSocket *socket)
    {
        QByteArray &request = m_requests[socket];
        request += socket->readAll();
        const qsizetype end = request.indexOf("\r\n\r\n");
        const qsizetype length = request.toLower().indexOf("content-length:");
        if (end < 0 || length < 0 || request.size() < end + 4 + request.mid(length + 15, request.indexOf('\r', length) - length - 15).trimmed().toLongLong())
            return;
        posted.append(QJsonDocument::fromJson(request.mid(end + 4)).object());
        m_requests.remove(socket);
        socket->write(answer);
        socket->disconnectFromHost();
    }

    QHash<QTcpSocket *, QByteArray> m_requests;
};

} // namespace Trainyard
