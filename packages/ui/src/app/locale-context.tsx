import { type Locale, type LocaleCode, loadLocale } from "@shotkeeper/locales";
import type { Locale as AntdLocale } from "antd/es/locale";
import dayjs from "dayjs";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { useLocaleCode } from "./locale-store.ts";

interface Loaded {
  readonly texts: Locale;
  readonly antd: AntdLocale;
}

const parts: Readonly<
  Record<LocaleCode, { dayjs: string; load: () => Promise<readonly [{ default: AntdLocale }, unknown]> }>
> = {
  zh_CN: {
    dayjs: "zh-cn",
    load: () => Promise.all([import("antd/es/locale/zh_CN"), import("dayjs/locale/zh-cn")]),
  },
  zh_TW: {
    dayjs: "zh-tw",
    load: () => Promise.all([import("antd/es/locale/zh_TW"), import("dayjs/locale/zh-tw")]),
  },
  en: { dayjs: "en", load: () => Promise.all([import("antd/es/locale/en_US"), undefined]) },
};

async function loadAll(code: LocaleCode): Promise<Loaded> {
  const [texts, [antd]] = await Promise.all([loadLocale(code), parts[code].load()]);
  dayjs.locale(parts[code].dayjs);
  return { texts, antd: antd.default };
}

const LocaleContext = createContext<Loaded | undefined>(undefined);

/**
 * Provides the texts of the chosen language. Renders nothing until the first language has loaded. During a change,
 * the old language is shown until the new one has loaded.
 */
export function LocaleProvider({ children }: { readonly children: ReactNode }) {
  const code = useLocaleCode((s) => s.code);
  const [loaded, setLoaded] = useState<Loaded>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    let current = true;
    loadAll(code).then(
      (l) => current && setLoaded(l),
      (e: unknown) => current && setFailure(e),
    );
    return () => {
      current = false;
    };
  }, [code]);
  if (failure !== undefined && !loaded) throw failure;
  return loaded ? <LocaleContext value={loaded}>{children}</LocaleContext> : null;
}

/** Provides texts with the tenant's own names of menu entries in place of the default names. */
export function MenuNames({
  names,
  children,
}: {
  readonly names: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}) {
  const loaded = useLoaded();
  const renamed = useMemo(
    () => ({ ...loaded, texts: { ...loaded.texts, menus: { ...loaded.texts.menus, ...names } } }),
    [loaded, names],
  );
  return <LocaleContext value={renamed}>{children}</LocaleContext>;
}

function useLoaded(): Loaded {
  const loaded = useContext(LocaleContext);
  if (!loaded) throw new Error("useLocale outside of AppProviders");
  return loaded;
}

/** Returns the texts of all areas in the current language. */
export const useLocale = (): Locale => useLoaded().texts;
export const useAntdLocale = (): AntdLocale => useLoaded().antd;
