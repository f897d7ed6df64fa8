export { agentWords } from "./agent.ts";
export { createPasskey, hasPasskeySupport, PasskeyAborted, usePasskey } from "./passkeys.ts";
export { QrCode } from "./qr-code.tsx";
export { RecoveryCodes } from "./recovery-codes.tsx";
export { SecondStepForm } from "./second-step-form.tsx";
