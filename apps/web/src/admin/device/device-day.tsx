import { deviceDay } from "@shotkeeper/contract/device";
import { DatePicker, useFormats, useLocale } from "@shotkeeper/ui/app";
import { EmptyHint, Panel } from "@shotkeeper/ui/cells";
import { Chart, useChartTheme } from "@shotkeeper/ui/chart";
import { useCommandData } from "@shotkeeper/ui/data";
import { useClosing } from "@shotkeeper/ui/form";
import { wallClock } from "@shotkeeper/ui/time";
import { Drawer } from "antd";
import type { Dayjs } from "dayjs";
import { useMemo, useState } from "react";
import { MoldLink } from "../links.tsx";
import { shotsOption } from "../production/chart-options.ts";

interface DeviceDayProps {
  readonly device: { readonly deviceId: string; readonly deviceName: string };
  readonly onClose: () => void;
}

/** Drawer with the shots of a machine on one day, by hour and by mold. */
export function DeviceDay({ device, onClose }: DeviceDayProps) {
  const locale = useLocale();
  const t = locale.device.day;
  const formats = useFormats();
  const theme = useChartTheme();
  const drawer = useClosing(onClose);
  const [day, setDay] = useState<Dayjs>(() => wallClock());
  const found = useCommandData(
    deviceDay,
    { deviceId: device.deviceId, day: day.format("YYYY-MM-DD") },
    { live: ["reading"] },
  );
  const hours = found.data?.hours;
  const option = useMemo(
    () => shotsOption(hours ?? [], { theme, formats, locale }),
    [hours, theme, formats, locale],
  );
  const molds = new Map<string, number>();
  for (const h of hours ?? []) molds.set(h.moldNo, (molds.get(h.moldNo) ?? 0) + h.shots);
  return (
    <Drawer
      open={drawer.open}
      afterOpenChange={drawer.afterOpenChange}
      onClose={drawer.close}
      title={t.title(device.deviceName)}
      size={720}
    >
      <Panel
        title={t.sum(formats.whole(found.data?.shots ?? 0))}
        extra={
          <DatePicker
            value={day}
            allowClear={false}
            aria-label={locale.fields.day}
            maxDate={wallClock()}
            onChange={(d) => d && setDay(d)}
          />
        }
        wait={found}
        lines={7}
      >
        {molds.size === 0 ? (
          <EmptyHint title={t.none} hint={t.noneHint} />
        ) : (
          <>
            <Chart option={option} theme={theme} label={t.title(device.deviceName)} />
            <dl className="sk-facts">
              {[...molds].map(([no, shots]) => (
                <div key={no}>
                  <dt>
                    <MoldLink no={no} />
                  </dt>
                  <dd>{formats.whole(shots)}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </Panel>
    </Drawer>
  );
}
