import type { SignInWays } from "@shotkeeper/client";
import type { LoginTexts } from "@shotkeeper/locales";
import { openSso } from "@shotkeeper/ui/app";
import { type RefObject, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { client } from "../client.ts";

/** Time without typing after which the tenant is looked up, ms. */
const pauseMs = 400;
const none: SignInWays = { sso: null, hasPasskeys: false };

/** Returns the ways to log in to the tenant that the user has typed. */
function useWays(form: RefObject<HTMLFormElement | null>, first: string): SignInWays {
  const [tenantId, setTenantId] = useState(first);
  const [ways, setWays] = useState<{ readonly of: string; readonly found: SignInWays }>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const typed = (e: Event) => {
      const input = e.target as HTMLInputElement;
      if (input.name !== "tenantId") return;
      clearTimeout(timer);
      timer = setTimeout(() => setTenantId(input.value.trim()), pauseMs);
    };
    const element = form.current;
    element?.addEventListener("input", typed);
    return () => {
      clearTimeout(timer);
      element?.removeEventListener("input", typed);
    };
  }, [form]);
  useEffect(() => {
    if (tenantId === "") return;
    let isCurrent = true;
    client.signInWays(tenantId).then(
      (found) => isCurrent && setWays({ of: tenantId, found }),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [tenantId]);
  return ways?.of === tenantId ? ways.found : none;
}

interface Props {
  readonly form: RefObject<HTMLFormElement | null>;
  /** Tenant that the form contains at first. */
  readonly tenantId: string;
  readonly texts: LoginTexts["login"];
  readonly onDone: () => void;
  readonly onRefusal: (error: unknown) => void;
}

/** Buttons for a log-in by passkey and by the tenant's provider. Shows nothing if the tenant uses neither. */
export function OtherWays({ form, tenantId, texts, onDone, onRefusal }: Props) {
  const ways = useWays(form, tenantId);
  const [query] = useSearchParams();
  const isRemembered = () =>
    form.current?.querySelector<HTMLInputElement>('input[name="remember"]')?.checked === true;
  const byPasskey = async () => {
    const { PasskeyAborted, askPasskey } = await import("@shotkeeper/ui/sign-in");
    try {
      await client.logInByPasskey(await askPasskey(await client.loginPasskeyOptions()), isRemembered());
      onDone();
    } catch (error) {
      onRefusal(error instanceof PasskeyAborted ? texts.step.noPasskey : error);
    }
  };
  const bySso = async () => {
    const tenant =
      form.current?.querySelector<HTMLInputElement>('input[name="tenantId"]')?.value.trim() ?? "";
    try {
      const { url, browser } = await client.startSso(tenant, isRemembered());
      openSso(url, { browser, tenantId: tenant, remember: isRemembered(), from: query.get("from") });
    } catch (error) {
      onRefusal(error);
    }
  };
  return (
    <>
      {ways.sso !== null && (
        <button type="button" className="login-wechat" onClick={() => void bySso()}>
          {texts.sso(ways.sso)}
        </button>
      )}
      {ways.hasPasskeys && window.isSecureContext && (
        <button type="button" className="login-wechat" onClick={() => void byPasskey()}>
          {texts.passkey}
        </button>
      )}
    </>
  );
}
