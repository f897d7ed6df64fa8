export { BusyOverlay, isExpiry, isQueued, useAction, useFailure } from "./action.tsx";
export { Ago, useFormats } from "./ago.tsx";
export { loadAntdStylesheet, setAntdStylesheet } from "./antd-stylesheet.ts";
export { fontFamily } from "./antd-theme.ts";
export { type Captcha, useCaptcha } from "./captcha.ts";
export { ClientProvider, useClient } from "./client-context.tsx";
export { CustomColour } from "./custom-colour.tsx";
export { DatePicker } from "./date-picker.ts";
export { fillText } from "./fill-text.ts";
export { type Formats, formatsOf, missing } from "./formats.ts";
export { LiveProvider, useLive, useLiveness } from "./live.tsx";
export { useLocale } from "./locale-context.tsx";
export { startLocale, useLocaleCode } from "./locale-store.ts";
export { messageOf, textOf, usageLabel } from "./messages.ts";
export { type ActionTexts, ActionTextsProvider, useActionTexts, useOutbox } from "./offline.tsx";
export {
  hues,
  type Mode,
  type StateName,
  stateColours,
  surface,
  type Tone,
  toneStates,
} from "./palette.ts";
export { PlainProviders } from "./plain-providers.tsx";
export { AppProviders, Themed } from "./providers.tsx";
export {
  EarlySession,
  type MenuRow,
  type Session,
  SessionProvider,
  useDocumentTitle,
  useEndSession,
  useMaybeSession,
  useRenewSession,
  useSession,
  useSessionUpdates,
  useViewOnly,
} from "./session.tsx";
export { lastLogin, loginAddress, rememberLogin, useSessionState } from "./session-store.ts";
export { useShortcuts } from "./shortcuts.ts";
export { consumeSsoAnswer, openSso, readSsoAnswer } from "./sso.ts";
export { StateMark, StateTag, ToneTag } from "./state-tag.tsx";
export * from "./tabs.ts";
export { useTabs } from "./tabs-store.ts";
export {
  contrastOf,
  type PresetColour,
  shadesOf,
  type ThemeColour,
  themeColourOf,
  themeColours,
} from "./theme-colour.ts";
export { defaultTheme, startTheme, type ThemeSettings, useMode, useTheme } from "./theme-store.ts";
export { useDiscardPrompt, useLeaveWarning, useUnsaved, useUnsavedMark } from "./unsaved.ts";
export { isUpgraded } from "./upgraded.ts";
export { useIdle } from "./use-idle.ts";
export { useNarrow } from "./use-narrow.ts";
export { useViewAs } from "./view-as.ts";
export { consumeWeChatAnswer, openWeChat, readWeChatAnswer } from "./wechat.ts";
