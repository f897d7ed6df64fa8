import type { Application } from "@shotkeeper/client";
import { applicationStat, signUpFields } from "@shotkeeper/contract/shop";
import { messageOf, useClient, useFormats, useLocale } from "@shotkeeper/ui/app";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Alert, App, Button, Form, Skeleton } from "antd";
import { useState } from "react";
import { Link, Navigate, useLocation } from "react-router";
import { CompanyFields, type CompanyValues, useFieldFailure } from "../parts/company-form.tsx";
import Failure from "../parts/failure.tsx";

const { waiting, approved, refused } = applicationStat.values;
const names = Object.keys(signUpFields) as (keyof typeof signUpFields)[];

interface CorrectionProps {
  readonly ticket: string;
  readonly application: Application;
  readonly onDone: () => void;
}

function Correction({ ticket, application, onDone }: CorrectionProps) {
  const locale = useLocale();
  const t = locale.signUp;
  const client = useClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<CompanyValues>();
  const showAtField = useFieldFailure(form);
  const [busy, setBusy] = useState(false);
  async function submit({ licence, ...values }: CompanyValues) {
    setBusy(true);
    try {
      await client.correctApplication(ticket, { ...values, mail: application.mail }, licence?.[0]);
      void message.success(t.corrected);
      onDone();
    } catch (error) {
      if (!showAtField(error)) void message.error(messageOf(error, locale));
    } finally {
      setBusy(false);
    }
  }
  const initial = Object.fromEntries(names.map((name) => [name, application[name]]));
  return (
    <Form<CompanyValues>
      form={form}
      layout="vertical"
      scrollToFirstError={{ block: "center" }}
      initialValues={initial}
      onFinish={(v) => void submit(v)}
    >
      <CompanyFields isCorrection />
      <Button type="primary" htmlType="submit" loading={busy}>
        {t.correct}
      </Button>
    </Form>
  );
}

/**
 * Page that an applicant sees after the log-in: the state of the sign-up, and the form to correct a refused sign-up.
 */
export default function ApplicationPage() {
  const { signUp: t, fields, shell } = useLocale();
  const f = useFormats();
  const client = useClient();
  const queries = useQueryClient();
  const ticket = (useLocation().state as { ticket?: string } | null)?.ticket;
  const key = ["application", ticket];
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: () => client.application(ticket ?? ""),
    enabled: ticket !== undefined,
    retry: false,
  });
  if (ticket === undefined) return <Navigate to="/login" replace />;
  const stat = data?.applicationStat;
  return (
    <>
      <h1 className="shop-title">{t.stateTitle}</h1>
      <section className="shop-card">
        {error && <Failure error={error} />}
        {!data && !error && <Skeleton active />}
        {data && (
          <>
            {stat === waiting && <Alert type="info" showIcon title={t.states.waiting} />}
            {stat === approved && <Alert type="success" showIcon title={t.states.approved} />}
            {stat === refused && (
              <Alert
                type="warning"
                showIcon
                title={t.states.refused}
                description={`${t.reason}${shell.common.colon}${data.judgeReason ?? ""}`}
              />
            )}
            {stat !== refused && (
              <dl className="shop-facts">
                {names.map((name) => (
                  <div key={name}>
                    <dt>{name === "custName" ? t.companyName : fields[name]}</dt>
                    <dd>{data[name]}</dd>
                  </div>
                ))}
                <div>
                  <dt>{t.appliedAt}</dt>
                  <dd>{data.appliedAt ? f.dateTime(data.appliedAt) : ""}</dd>
                </div>
              </dl>
            )}
            {stat === refused && (
              <Correction
                ticket={ticket}
                application={data}
                onDone={() => void queries.invalidateQueries({ queryKey: key })}
              />
            )}
            {(stat === approved || error) && (
              <Link to="/login">
                <Button type="primary">{t.toLogin}</Button>
              </Link>
            )}
          </>
        )}
        {error && <Link to="/login">{t.toLogin}</Link>}
      </section>
    </>
  );
}
