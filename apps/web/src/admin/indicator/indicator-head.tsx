import { ArrowDownOutlined, ArrowUpOutlined } from "@ant-design/icons";
import {
  estimatedShare,
  type IndicatorAnswer,
  indicatorRules,
  verdictOf,
} from "@shotkeeper/contract/indicator";
import { ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { Figure, Panel } from "@shotkeeper/ui/cells";
import { Tooltip } from "antd";
import { changeText, figureText, isBetter } from "./figure-text.ts";
import type { IndicatorSpec } from "./spec.ts";

interface IndicatorHeadProps {
  readonly spec: IndicatorSpec;
  readonly answer: IndicatorAnswer;
}

/**
 * Head of an indicator's page: value, target and trend, the sums from which the value is computed, and an explanation
 * of the formula.
 */
export function IndicatorHead({ spec, answer }: IndicatorHeadProps) {
  const locale = useLocale();
  const { indicator: t, enums } = locale;
  const f = useFormats();
  const { name } = spec;
  const rule = indicatorRules[name];
  const isLimit = rule.better === "lower";
  const { value, parts } = answer.now;
  const verdict = verdictOf(name, value, answer.target);
  const target = figureText(name, answer.target, f);
  const change = changeText(name, value, answer.before.value, f);
  const better = isBetter(name, value, answer.before.value);
  const estimated = estimatedShare(name, parts);
  const isUp = (value ?? 0) > (answer.before.value ?? 0);
  return (
    <div className="sk-indicator-head">
      <section className="sk-indicator-figure" data-level={verdict}>
        <div className="sk-kpi-label">{enums.indicator[name]}</div>
        <div className="sk-indicator-value">
          {figureText(name, value, f)}
          {rule.unit === "rate" && <small>{t.perHundred}</small>}
        </div>
        <div className="sk-indicator-target">
          {verdict && <ToneTag tone={verdict}>{(isLimit ? t.limitVerdict : t.verdict)[verdict]}</ToneTag>}
          <span>{isLimit ? t.limit(target) : t.target(target)}</span>
        </div>
        <div className="sk-indicator-trend" data-better={better}>
          {change === undefined ? (
            t.noTrend
          ) : (
            <>
              {better !== undefined && (isUp ? <ArrowUpOutlined /> : <ArrowDownOutlined />)}
              {t.trend(rule.unit === "%" ? t.points(change) : change)}
            </>
          )}
        </div>
      </section>
      <div className="sk-indicator-facts">
        {spec.facts(answer, { locale, f }).map((x) => (
          <Figure key={x.label} label={x.label} value={x.value} unit={x.unit} note={x.note} />
        ))}
      </div>
      <Panel title={t.formula} className="sk-indicator-formula">
        <code>{t.words[name].formula}</code>
        <p>{t.words[name].plain}</p>
        {estimated !== undefined && (
          <p className="sk-faint">
            {estimated === null || estimated === 0 ? (
              t.exact
            ) : (
              <Tooltip title={t.estimatedHint}>
                <span className="sk-indicator-hint">{t.estimated(f.percent(estimated))}</span>
              </Tooltip>
            )}
          </p>
        )}
      </Panel>
    </div>
  );
}
