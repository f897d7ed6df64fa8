import { messageOf, rememberLogin, useCaptcha, useClient, useLocale } from "@shotkeeper/ui/app";
import { Alert, Button, Form, Input, Result } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { CompanyFields, type CompanyValues, useFieldFailure } from "../parts/company-form.tsx";

/**
 * Page on which a company signs up with its facts, the picture of its licence, and a password. Staff approve the
 * company later.
 */
export default function SignUpPage() {
  const locale = useLocale();
  const t = locale.signUp;
  const client = useClient();
  const captcha = useCaptcha(client);
  const [form] = Form.useForm<CompanyValues>();
  const showAtField = useFieldFailure(form);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [made, setMade] = useState<{ readonly tenantId: string; readonly userId: string }>();

  async function submit({ licence, password, again: _, captcha: typed, ...company }: CompanyValues) {
    setBusy(true);
    setFailure(undefined);
    try {
      const answer = await captcha.answer(typed.trim());
      const login = await client.signUp({ company, password, captcha: answer, licence: licence?.[0] });
      // Fills in the log-in form, because the applicant has never seen the tenant's code.
      rememberLogin({ ...login, remember: false });
      setMade(login);
    } catch (error) {
      // Fetches a new code, because the server accepts each code only once. Shows the refusal last, because clearing
      // the field removes the message of the field.
      captcha.renew();
      form.setFieldValue("captcha", "");
      if (!showAtField(error)) setFailure(messageOf(error, locale));
    } finally {
      setBusy(false);
    }
  }

  if (made)
    return (
      <section className="shop-card">
        <Result
          status="success"
          title={t.sentTitle}
          subTitle={t.sent(made.tenantId, made.userId)}
          extra={
            <Link to="/login">
              <Button type="primary">{t.toLogin}</Button>
            </Link>
          }
        />
      </section>
    );
  const required = (label: string) => ({ required: true, message: t.required(label) });
  return (
    <>
      <h1 className="shop-title">{t.title}</h1>
      <p>
        {t.lead} <Link to="/login">{t.hasAccount}</Link>
      </p>
      <Form<CompanyValues>
        form={form}
        layout="vertical"
        scrollToFirstError={{ block: "center" }}
        onFinish={(v) => void submit(v)}
      >
        <section className="shop-card">
          <h2>{t.company}</h2>
          <CompanyFields />
        </section>
        <section className="shop-card">
          <h2>{t.account}</h2>
          <div className="shop-form">
            <Form.Item name="password" label={t.password} rules={[required(t.password)]}>
              <Input.Password maxLength={100} autoComplete="new-password" />
            </Form.Item>
            <Form.Item
              name="again"
              label={t.passwordAgain}
              dependencies={["password"]}
              rules={[
                required(t.passwordAgain),
                ({ getFieldValue }) => ({
                  validator: (_rule, v?: string) =>
                    !v || v === getFieldValue("password")
                      ? Promise.resolve()
                      : Promise.reject(new Error(t.differ)),
                }),
              ]}
            >
              <Input.Password maxLength={100} autoComplete="new-password" />
            </Form.Item>
            <Form.Item label={t.captcha} htmlFor="captcha" required>
              <div className="shop-captcha-row">
                <Form.Item name="captcha" noStyle rules={[required(t.captcha)]}>
                  <Input maxLength={12} autoComplete="off" autoCapitalize="none" spellCheck={false} />
                </Form.Item>
                <button type="button" className="shop-captcha" title={t.captchaImage} onClick={captcha.renew}>
                  {captcha.image && <img src={captcha.image} alt={t.captchaImage} />}
                </button>
              </div>
            </Form.Item>
          </div>
        </section>
        {failure !== undefined && <Alert type="error" showIcon title={failure} className="shop-failure" />}
        <Button type="primary" size="large" htmlType="submit" loading={busy} disabled={!captcha.isReady}>
          {t.submit}
        </Button>
      </Form>
    </>
  );
}
