#!/usr/bin/env python3
"""Minimal counter for Shotkeeper. Needs Python 3.8 or newer and no packages.

    SECRET=... python3 counter.py http://127.0.0.1:8080 CHIP count 120345
    SECRET=... python3 counter.py mqtt://127.0.0.1:1883 CHIP count 120345

`count` stores one reading in the journal CHIP.jsonl and sends the whole journal. `send` sends the journal only.
A reading leaves the journal when the server has stored it. Sending a reading again is always safe.
"""
import json
import os
import socket
import ssl
import struct
import sys
import time
import urllib.error
import urllib.request
from urllib.parse import urlsplit

BATCH = 500  # The server takes up to 5,000 readings at once.
TIMEOUT_S = 20


class Refused(Exception):
    """The server refuses the counter. Sending the same again does not help."""


def read_journal(path):
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except FileNotFoundError:
        return []
    readings = []
    for line in lines:
        try:
            readings.append(json.loads(line))
        except ValueError:
            pass  # The power failed while this line was written.
    return readings


def write_journal(path, readings):
    """Replaces the journal. After a power failure the old or the new file is there, never half of one."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.writelines(json.dumps(r) + "\n" for r in readings)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".new", path)


def send_http(url, chip, secret, readings):
    """Returns when the server has stored the readings."""
    request = urllib.request.Request(
        url.rstrip("/") + "/jsq",
        data=json.dumps({"Type": "report", "Data": readings}).encode(),
        headers={"Content-Type": "application/json", "Authorizations": f"Counter {chip}:{secret}"},
    )
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as response:
            answer = json.load(response)
    except urllib.error.HTTPError as error:
        if error.code == 429 or error.code >= 500:
            raise  # Busy or out of order: later.
        raise Refused(f"HTTP {error.code}") from error
    if answer["Code"] != 0:
        raise Refused(answer["Msg"])
    receipt = answer["ReturnData"]
    # Rejected items did not become readings. They must not be sent again unchanged, but somebody should know.
    for item in receipt["rejected"]:
        print("rejected:", readings[item["index"]], item["Msg"], file=sys.stderr)
    return receipt


def packet(kind, body):
    """Returns an MQTT 3.1.1 packet: type and flags, remaining length, body."""
    length, left = b"", len(body)
    while True:
        left, digit = divmod(left, 128)
        length += bytes([digit | (128 if left else 0)])
        if not left:
            return bytes([kind]) + length + body


def text(value):
    data = value.encode()
    return struct.pack("!H", len(data)) + data


def receive(stream):
    """Returns the type and the body of the next packet."""
    head = stream.read(1)
    if not head:
        raise ConnectionError("the broker closed the connection")
    size = shift = 0
    while True:
        digit = stream.read(1)[0]
        size |= (digit & 127) << shift
        shift += 7
        if digit < 128:
            return head[0] >> 4, stream.read(size)


def send_mqtt(url, chip, secret, readings):
    """Publishes the readings at QoS 1. Returns when the PUBACK has come: the server has stored them."""
    address = urlsplit(url)
    is_tls = address.scheme == "mqtts"
    connection = socket.create_connection((address.hostname, address.port or (8883 if is_tls else 1883)), TIMEOUT_S)
    if is_tls:
        connection = ssl.create_default_context().wrap_socket(connection, server_hostname=address.hostname)
    with connection, connection.makefile("rb") as stream:
        # Protocol MQTT 3.1.1, flags: user name, password, clean session. Keep-alive 60 s.
        hello = text("MQTT") + bytes([4, 0xC2]) + struct.pack("!H", 60)
        connection.sendall(packet(0x10, hello + text(chip) + text(chip) + text(secret)))
        kind, body = receive(stream)
        if kind != 2 or body[1] in (4, 5):
            raise Refused("wrong chip code or secret")
        if body[1] != 0:
            raise ConnectionError(f"the broker answered {body[1]}; try again later")
        payload = json.dumps(readings).encode()
        # PUBLISH, QoS 1, packet id 1.
        connection.sendall(packet(0x32, text(f"counters/{chip}/report") + struct.pack("!H", 1) + payload))
        while True:
            kind, body = receive(stream)
            if kind == 4 and body == struct.pack("!H", 1):
                break
        connection.sendall(packet(0xE0, b""))  # DISCONNECT


def main(url, chip, action, *count):
    secret = os.environ["SECRET"]
    path = f"{chip}.jsonl"
    readings = read_journal(path)
    if action == "count":
        # The cumulative count of the counter's life, never a difference. Without a set clock, leave sendTime out:
        # the server then uses the time of receipt.
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        readings.append({"WRITER_IMIE": chip, "COUNT_TIMES": int(count[0]), "sendTime": now, "percentage": 90})
        write_journal(path, readings)
    send = send_mqtt if url.startswith("mqtt") else send_http
    while readings:
        send(url, chip, secret, readings[:BATCH])
        readings = readings[BATCH:]
        write_journal(path, readings)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Refused as reason:
        sys.exit(f"refused: {reason}")
    except OSError as reason:
        # No network, or the server is busy: the journal keeps the readings. Try again later, with growing pauses.
        print(f"not sent: {reason}", file=sys.stderr)
        sys.exit(75)
