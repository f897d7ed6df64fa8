import { type Driver, defaultAddress, localNetworkAccess, pair, plugInDriver } from "@shotkeeper/label-print";
import { useLocale } from "@shotkeeper/ui/app";
import { Alert, Button, Modal, Radio, Select, Space, Typography } from "antd";
import { useEffect, useId, useRef, useState } from "react";
import {
  choosePrinter,
  chooseWay,
  isByService,
  type PrintKind,
  printerOf,
  serviceDriver,
  spoken,
  usePrintChoice,
  wayOf,
} from "./print-choice.ts";
import { PrintJobs } from "./print-jobs.tsx";
import { TestPageButton } from "./test-page-button.tsx";

type Printers = Awaited<ReturnType<Driver["printers"]>>;

interface PrintSettingsProps {
  readonly kind: PrintKind;
  readonly onClose: () => void;
}

/** Dialog to choose how this computer prints waybills, stickers or A4 pages (`kind`), and on which printer. */
export function PrintSettings({ kind, onClose }: PrintSettingsProps) {
  const locale = useLocale();
  const { shell, printing: t } = locale;
  const choice = usePrintChoice();
  const { token } = choice;
  const way = wayOf(choice, kind);
  const isService = isByService(way);
  const printer = printerOf(choice, kind);
  const [check, setCheck] = useState<string>();
  const asking = useRef<AbortController>(undefined);
  const [printers, setPrinters] = useState<Printers>();
  const [failure, setFailure] = useState<string>();
  const [access, setAccess] = useState<Awaited<ReturnType<typeof localNetworkAccess>>>("unknown");
  const printerId = useId();
  const [hasJobs, setJobs] = useState(false);

  // Reads the browser's permission for the local network, so that the dialog can explain the permission prompt first.
  useEffect(() => {
    if (isService) void localNetworkAccess().then(setAccess);
  }, [isService]);

  // Cancels the request for pairing when the dialog is closed.
  useEffect(() => () => asking.current?.abort(), []);

  useEffect(() => {
    setPrinters(undefined);
    if (way === "browser" || (isByService(way) && token === "")) return;
    const stop = new AbortController();
    // Waits for the plug-in only three seconds, so that the dialog soon shows a failure. Printing itself waits longer.
    const driver =
      way === "plugIn"
        ? plugInDriver({ tries: 30 })
        : serviceDriver(token, way === "thermal" ? "thermal" : "system", locale);
    const list = () =>
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
            if (!stop.signal.aborted) setFailure(way === "plugIn" ? t.plugInMissing : cause.message);
          },
        );
    void list();
    // Lists the printers again when the window gets the focus, because the user may have added one on another page.
    window.addEventListener("focus", list, { signal: stop.signal });
    return () => stop.abort();
  }, [way, token, locale, t]);

  async function join(): Promise<void> {
    asking.current?.abort();
    const stop = new AbortController();
    asking.current = stop;
    setFailure(undefined);
    try {
      const paired = await pair({ ...spoken(locale), signal: stop.signal, onCheck: setCheck });
      usePrintChoice.setState({ token: paired });
    } catch (cause) {
      if (!stop.signal.aborted) setFailure(cause instanceof Error ? cause.message : String(cause));
    } finally {
      if (asking.current === stop) setCheck(undefined);
    }
  }

  const options = printers?.map((p) => ({
    value: p.name,
    label: p.state === "stopped" ? t.stopped(p.name) : p.name,
  }));

  const hints = {
    browser: t.browserHint,
    service: t.serviceHint,
    thermal: t.thermalHint,
    plugIn: t.plugInHint,
  };

  return (
    <Modal
      open
      title={t.settingsOf(t.kinds[kind])}
      width={480}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={() => setJobs(true)}>{t.jobs.title}</Button>
          <TestPageButton kind={kind} />
          <Button onClick={onClose}>{shell.common.close}</Button>
        </>
      }
    >
      <Space orientation="vertical" size="middle" style={{ width: "100%" }}>
        <Radio.Group
          value={way}
          onChange={(e) => {
            setFailure(undefined);
            chooseWay(kind, e.target.value);
          }}
          options={[
            { value: "browser", label: t.browser },
            { value: "service", label: t.service },
            { value: "thermal", label: t.thermal },
            { value: "plugIn", label: t.plugIn },
          ]}
        />
        <Typography.Text type="secondary">
          {hints[way]}
          {isService && access === "prompt" && token === "" && ` ${t.browserAsks}`}
        </Typography.Text>
        {isService && (
          <>
            {failure !== undefined ? (
              <Alert type="error" showIcon title={failure} />
            ) : access === "denied" ? (
              <Alert type="error" showIcon title={t.forbiddenByBrowser} />
            ) : (
              token !== "" && printers && <Alert type="success" showIcon title={t.paired} />
            )}
            <div>
              {t.pairHint}{" "}
              <Typography.Link href={defaultAddress} target="_blank" rel="noreferrer">
                {defaultAddress}
              </Typography.Link>
            </div>
            {check !== undefined ? (
              <Alert
                type="info"
                showIcon
                title={
                  <>
                    {t.checkIs} <strong className="sk-print-check">{check}</strong>
                  </>
                }
                description={t.checkHint}
              />
            ) : (
              <Button type={token === "" ? "primary" : "default"} onClick={() => void join()}>
                {token === "" ? t.pair : t.pairAgain}
              </Button>
            )}
          </>
        )}
        {way === "plugIn" && failure !== undefined && <Alert type="warning" showIcon title={failure} />}
        {way !== "browser" && options && (way === "plugIn" || token !== "") && (
          <>
            {way === "thermal" && options.length === 0 && (
              <Alert type="info" showIcon title={t.noThermal} description={t.addThermal} />
            )}
            <label htmlFor={printerId}>{t.printer}</label>
            <Select
              id={printerId}
              style={{ width: "100%" }}
              allowClear
              placeholder={way === "thermal" ? t.chooseThermal : t.defaultPrinter}
              value={printer ?? null}
              options={options}
              onChange={(v) => choosePrinter(kind, v ?? undefined)}
            />
          </>
        )}
      </Space>
      {hasJobs && <PrintJobs onClose={() => setJobs(false)} />}
    </Modal>
  );
}
