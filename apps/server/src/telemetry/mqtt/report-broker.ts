import { Aedes, type PublishPacket } from "aedes";

/**
 * aedes broker that distributes no messages. Readings go only to the ledger and never to other clients. So they skip
 * the offline queues and the event emitter, which make up most of a broker's work per message.
 */
export class ReportBroker extends Aedes {
  override publish(packet: PublishPacket, ...rest: unknown[]): void {
    if (packet.topic.startsWith("$SYS")) {
      (super.publish as (...args: unknown[]) => void)(packet, ...rest);
      return;
    }
    const done = rest[rest.length - 1];
    if (typeof done === "function") done();
  }
}
