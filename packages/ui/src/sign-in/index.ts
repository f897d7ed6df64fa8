export { agentWords } from "./agent.ts";
export { askPasskey, createPasskey, hasPasskeySupport, PasskeyAborted } from "./passkeys.ts";
export { QrCode } from "./qr-code.tsx";
export { RecoveryCodes } from "./recovery-codes.tsx";
export { SecondStepForm } from "./second-step-form.tsx";
