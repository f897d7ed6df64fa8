import { type Driver, defaultAddress, localNetworkAccess, pair } from "@shotkeeper/label-print";
import { useLocale } from "@shotkeeper/ui/app";
import { Alert, Button, Input, Modal, Radio, Select, Space, Typography } from "antd";
import { useEffect, useId, useState } from "react";
import { serviceDriver, spoken, usePrintChoice } from "./print-choice.ts";

type Printers = Awaited<ReturnType<Driver["printers"]>>;

/** Dialog to choose for this computer how to print, and on which printer. */
export function PrintSettings({ onClose }: { readonly onClose: () => void }) {
  const locale = useLocale();
  const { shell, printing: t } = locale;
  const { way, token, printer } = usePrintChoice();
  const [code, setCode] = useState("");
  const [printers, setPrinters] = useState<Printers>();
  const [failure, setFailure] = useState<string>();
  const [access, setAccess] = useState<Awaited<ReturnType<typeof localNetworkAccess>>>("unknown");
  const codeId = useId();
  const printerId = useId();

  // Reads the browser's permission for the local network, so that the dialog can explain the permission prompt first.
  useEffect(() => {
    if (way === "service") void localNetworkAccess().then(setAccess);
  }, [way]);

  useEffect(() => {
    if (way !== "service" || token === "") return;
    const stop = new AbortController();
    const driver = serviceDriver(token, locale);
    driver
      .ready(stop.signal)
      .then(() => driver.printers())
      .then(
        (found) => {
          if (stop.signal.aborted) return;
          setFailure(undefined);
          setPrinters(found);
        },
        (cause: Error) => {
          if (!stop.signal.aborted) setFailure(cause.message);
        },
      );
    return () => stop.abort();
  }, [way, token, locale]);

  async function join(): Promise<void> {
    try {
      usePrintChoice.setState({ token: await pair(code.trim(), spoken(locale)) });
      setFailure(undefined);
      setCode("");
    } catch (cause) {
      setFailure(cause instanceof Error ? cause.message : String(cause));
    }
  }

  const options = printers?.map((p) => ({
    value: p.name,
    label: p.state === "stopped" ? t.stopped(p.name) : p.name,
  }));

  return (
    <Modal
      open
      title={t.settings}
      width={480}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{shell.common.close}</Button>}
    >
      <Space orientation="vertical" size="middle" style={{ width: "100%" }}>
        <Radio.Group
          value={way}
          onChange={(e) => {
            setFailure(undefined);
            usePrintChoice.setState({ way: e.target.value });
          }}
          options={[
            { value: "browser", label: t.browser },
            { value: "service", label: t.service },
          ]}
        />
        <Typography.Text type="secondary">
          {way === "browser" ? t.browserHint : t.serviceHint}
          {way === "service" && access === "prompt" && token === "" && ` ${t.browserAsks}`}
        </Typography.Text>
        {way === "service" && (
          <>
            {failure !== undefined ? (
              <Alert type="error" showIcon title={failure} />
            ) : access === "denied" ? (
              <Alert type="error" showIcon title={t.forbiddenByBrowser} />
            ) : (
              token !== "" && printers && <Alert type="success" showIcon title={t.paired} />
            )}
            <label htmlFor={codeId}>
              {t.codeAt}{" "}
              <Typography.Link href={defaultAddress} target="_blank" rel="noreferrer">
                {defaultAddress}
              </Typography.Link>
            </label>
            <Space.Compact style={{ width: "100%" }}>
              <Input
                id={codeId}
                value={code}
                maxLength={6}
                inputMode="numeric"
                placeholder={t.code}
                onChange={(e) => setCode(e.target.value)}
                onPressEnter={() => void join()}
              />
              <Button
                type={token === "" ? "primary" : "default"}
                disabled={code.trim() === ""}
                onClick={() => void join()}
              >
                {token === "" ? t.pair : t.pairAgain}
              </Button>
            </Space.Compact>
            {token !== "" && options && (
              <>
                <label htmlFor={printerId}>{t.printer}</label>
                <Select
                  id={printerId}
                  style={{ width: "100%" }}
                  allowClear
                  placeholder={t.defaultPrinter}
                  value={printer ?? null}
                  options={options}
                  onChange={(v) => usePrintChoice.setState({ printer: v ?? undefined })}
                />
              </>
            )}
          </>
        )}
      </Space>
    </Modal>
  );
}
