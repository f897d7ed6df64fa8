import { createCipheriv, createHash, randomBytes } from "node:crypto";

/** A count of a device at a point in time, which a platform forwards. */
export interface PlatformReading {
  readonly device: string;
  readonly count: number;
  /** Time of the count, epoch ms. */
  readonly at: number;
  /** Number of the LoRaWAN frame that carries the count. */
  readonly frame: number;
}

/** A message of a platform: the body, and the query that the platform appends to the address of the connector. */
export interface PlatformMessage {
  readonly query: string;
  readonly body: string;
}

/** Secrets that OneNET shares with the connector. */
interface OneNetKeys {
  readonly token: string;
  readonly aesKey?: string | undefined;
}

const iso = (ms: number) => new Date(ms).toISOString();

/** Returns a frame in base64: one byte for the version, then the count in three bytes, the high byte first. */
export const frameOf = (count: number): string =>
  Buffer.from([1, Math.floor(count / 65_536) % 256, Math.floor(count / 256) % 256, count % 256]).toString(
    "base64",
  );

/** Field map for the frames of `frameOf`. */
const frameMap = { BYTE_OFFSET: 1, BYTE_LENGTH: 3, BYTE_ORDER: "big", COUNT_WIDTH: 24 };

const message = (body: object, query = ""): PlatformMessage => ({ query, body: JSON.stringify(body) });

/** Returns an event `up` of ChirpStack v4 with the reading (api/integration, JSON encoding). */
const chirpstack = (r: PlatformReading) =>
  message(
    {
      deduplicationId: createHash("md5").update(`${r.device} ${r.frame}`).digest("hex"),
      time: iso(r.at),
      deviceInfo: { tenantName: "Shop", applicationName: "Molds", deviceName: r.device, devEui: r.device },
      devAddr: r.device.slice(-8),
      adr: true,
      dr: 5,
      fCnt: r.frame,
      fPort: 2,
      confirmed: true,
      data: frameOf(r.count),
      rxInfo: [{ gatewayId: "0016c001f153a14c", uplinkId: r.frame, rssi: -71, snr: 7.5 }],
    },
    "?event=up",
  );

/**
 * Returns an event `log` of ChirpStack. The counter was switched off and on, so its frame counter began again, and
 * ChirpStack drops its frames.
 */
export const chirpstackReset = (device: string, at: number): PlatformMessage =>
  message(
    {
      time: iso(at),
      deviceInfo: { devEui: device },
      level: "WARNING",
      code: "UPLINK_F_CNT_RESET",
      description: "Frame-counter reset or rollover detected",
    },
    "?event=log",
  );

/** Returns an uplink message of The Things Stack v3 with the reading. Fields that are 0 are left out. */
const tts = (r: PlatformReading) =>
  message({
    end_device_ids: {
      device_id: `d-${r.device}`,
      dev_eui: r.device,
      application_ids: { application_id: "molds" },
    },
    correlation_ids: [`as:up:${r.device}:${r.frame}`],
    received_at: iso(r.at + 300),
    uplink_message: {
      f_port: 2,
      ...(r.frame > 0 && { f_cnt: r.frame }),
      frm_payload: frameOf(r.count),
      rx_metadata: [{ gateway_ids: { gateway_id: "gtw1" }, rssi: -42, snr: 4.2 }],
      received_at: iso(r.at),
    },
  });

/**
 * Returns a data report of CTWing (AEP) with the reading. The device is of a "transparent" product, whose frames CTWing
 * passes on unchanged.
 */
const ctwing = (r: PlatformReading) =>
  message({
    upPacketSN: -1,
    upDataSN: -1,
    topic: "v1/up/ad19",
    timestamp: r.at,
    tenantId: "10001",
    serviceId: "",
    protocol: "lwm2m",
    productId: "15000001",
    payload: { APPdata: frameOf(r.count) },
    messageType: "dataReport",
    deviceType: "",
    deviceId: r.device,
    assocAssetId: "",
    IMSI: "460110000000001",
    IMEI: "867959060000001",
  });

/**
 * Returns a signed message of OneNET with the reading as a property. If `aesKey` is set, the message is encrypted (AES
 * in CBC mode, PKCS#7).
 */
function onenet(r: PlatformReading, { token, aesKey }: OneNetKeys): PlatformMessage {
  const plain = JSON.stringify({
    notifyType: "property",
    productId: "PkZc1",
    messageType: "notify",
    deviceName: r.device,
    data: { id: String(r.frame), params: { shots: { time: r.at, value: r.count } } },
  });
  let msg = plain;
  if (aesKey !== undefined) {
    const key = Buffer.from(aesKey);
    const cipher = createCipheriv("aes-128-cbc", key, key);
    msg = cipher.update(plain, "utf8", "base64") + cipher.final("base64");
  }
  const nonce = randomBytes(6).toString("base64url");
  const signature = createHash("md5").update(`${token}${nonce}${msg}`).digest("base64");
  return message({ msg, nonce, signature, time: r.at, id: String(r.frame) });
}

/**
 * Platforms that push messages by HTTP. `of` creates the message for a reading; `map` is the field map of the
 * connector.
 */
export const platforms = {
  chirpstack: {
    of: chirpstack,
    map: {
      ID_PATH: "/deviceInfo/devEui",
      TIME_PATH: "/time",
      RSSI_PATH: "/rxInfo/0/rssi",
      COUNT_PATH: "/data",
      FRAME_PORT: 2,
      ...frameMap,
    },
    turn: 2 ** 24,
  },
  tts: {
    of: tts,
    map: {
      ID_PATH: "/end_device_ids/dev_eui",
      TIME_PATH: "/uplink_message/received_at",
      RSSI_PATH: "/uplink_message/rx_metadata/0/rssi",
      COUNT_PATH: "/uplink_message/frm_payload",
      FRAME_PORT: 2,
      ...frameMap,
    },
    turn: 2 ** 24,
  },
  ctwing: {
    of: ctwing,
    map: { ID_PATH: "/deviceId", TIME_PATH: "/timestamp", COUNT_PATH: "/payload/APPdata", ...frameMap },
    turn: 2 ** 24,
  },
  onenet: {
    of: onenet,
    map: {
      ID_PATH: "/deviceName",
      COUNT_PATH: "/data/params/shots/value",
      TIME_PATH: "/data/params/shots/time",
    },
    turn: undefined,
  },
} as const;

export type PlatformName = keyof typeof platforms;
export const platformNames = Object.keys(platforms) as readonly PlatformName[];

/** Returns the message in which a platform forwards a reading. */
export const platformMessage = (
  name: PlatformName,
  reading: PlatformReading,
  keys: OneNetKeys = { token: "token" },
): PlatformMessage => (name === "onenet" ? onenet(reading, keys) : platforms[name].of(reading));
