export { startEm63 } from "./em63.ts";
export { SimMachine } from "./machine.ts";
export { startModbus } from "./modbus.ts";
export { startOpcua } from "./opcua.ts";
export {
  chirpstackReset,
  type PlatformReading,
  platformMessage,
  platformNames,
  platforms,
} from "./platforms.ts";
export { startTcpLines } from "./tcp-lines.ts";
