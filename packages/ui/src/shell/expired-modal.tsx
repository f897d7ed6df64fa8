import { ClientError, type SecondStep } from "@shotkeeper/client";
import { codes } from "@shotkeeper/contract/kernel";
import { App, Button, Checkbox, Form, Input, type InputRef, Modal } from "antd";
import { useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import {
  lastLogin,
  messageOf,
  rememberLogin,
  useCaptcha,
  useClient,
  useEndSession,
  useLocale,
  useMaybeSession,
  useRenewSession,
  useSessionState,
  useViewAs,
} from "../app/index.ts";
import { SecondStepForm } from "../sign-in/index.ts";

interface AgainForm {
  readonly tenantId: string;
  readonly userId: string;
  readonly password: string;
  readonly captcha: string;
  readonly remember: boolean;
}

/**
 * Dialog to log in again after the session has ended (S0010). The page with its unsaved input stays open behind the
 * dialog (spec admin §4). Only the same user may continue on the page; another user must use the log-in page.
 */
export function ExpiredModal() {
  const expired = useSessionState((s) => s.expired);
  const { shell } = useLocale();
  const { pathname } = useLocation();
  const isView = useClient().tokens.isView();
  const { close } = useViewAs();
  if (isView)
    return (
      <Modal
        open={expired}
        title={shell.view.ended}
        closable={false}
        mask={{ closable: false }}
        keyboard={false}
        footer={
          <Button type="primary" onClick={() => void close()}>
            {shell.view.back}
          </Button>
        }
        width={380}
        zIndex={2000}
      >
        {shell.view.endedLead}
      </Modal>
    );
  return (
    <Modal
      open={expired && pathname !== "/"}
      title={shell.expired.title}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={null}
      width={380}
      destroyOnHidden
      // Puts this dialog above all others, because other dialogs may be open when the session ends.
      zIndex={2000}
    >
      <AgainForm />
    </Modal>
  );
}

function AgainForm() {
  const locale = useLocale();
  const { login, shell } = locale;
  const client = useClient();
  const session = useMaybeSession();
  const renew = useRenewSession();
  const end = useEndSession();
  const navigate = useNavigate();
  const captcha = useCaptcha(client);
  const { message } = App.useApp();
  const [form] = Form.useForm<AgainForm>();
  const captchaInput = useRef<InputRef>(null);
  const [busy, setBusy] = useState(false);
  const [waiting, setWaiting] = useState<{ readonly step: SecondStep; readonly remember: boolean }>();
  const last = lastLogin();
  // True if the page shows data of a user. Then only this user may log in here again.
  const fixed = session !== undefined;

  async function submit(v: AgainForm) {
    setBusy(true);
    try {
      const { step } = await client.logIn({ ...v, captcha: await captcha.answer(v.captcha) });
      rememberLogin({ tenantId: v.tenantId, userId: v.userId, remember: v.remember });
      if (step) setWaiting({ step, remember: v.remember });
      else await renew();
    } catch (error) {
      const name = error instanceof ClientError && error.code === codes.wrongCaptcha ? "captcha" : "password";
      // Sets the error after the value, because setting a value clears the errors of its field.
      form.setFieldValue("captcha", "");
      form.setFields([{ name, errors: [messageOf(error, locale)] }]);
      captcha.renew();
      captchaInput.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  async function another() {
    await end(false);
    message.destroy();
    navigate("/login", { replace: true });
  }

  if (waiting)
    return (
      <SecondStepForm
        {...waiting}
        client={client}
        texts={login.step}
        errorText={(error) => messageOf(error, locale)}
        onDone={() => void renew()}
        onBack={() => {
          setWaiting(undefined);
          captcha.renew();
        }}
      />
    );
  const rule = (label: string) => [{ required: true, message: login.required(label) }];
  return (
    <Form
      form={form}
      layout="vertical"
      onFinish={submit}
      className="sk-dialog-form"
      requiredMark={false}
      initialValues={{
        tenantId: session?.user.info.tenantCode ?? last.tenantId,
        userId: session?.user.info.userId ?? last.userId,
        remember: last.remember,
      }}
    >
      <p className="sk-expired-lead">{shell.expired.lead}</p>
      <div className="sk-form-pair">
        <Form.Item name="tenantId" label={login.tenant} rules={rule(login.tenant)}>
          <Input disabled={fixed} autoComplete="organization" />
        </Form.Item>
        <Form.Item name="userId" label={login.user} rules={rule(login.user)}>
          <Input disabled={fixed} autoComplete="username" />
        </Form.Item>
      </div>
      <Form.Item name="password" label={login.password} rules={rule(login.password)}>
        <Input.Password autoComplete="current-password" autoFocus />
      </Form.Item>
      <div className="sk-form-pair">
        <Form.Item name="captcha" label={login.captcha} rules={rule(login.captcha)}>
          <Input ref={captchaInput} autoComplete="off" maxLength={12} />
        </Form.Item>
        <button type="button" className="sk-captcha" onClick={captcha.renew} title={login.captchaImage}>
          {captcha.image ? (
            <img src={captcha.image} alt={login.captchaImage} />
          ) : (
            <span>{captcha.failed ? login.captchaFailed : login.captchaLoading}</span>
          )}
        </button>
      </div>
      <Form.Item name="remember" valuePropName="checked" noStyle>
        <Checkbox>{login.remember}</Checkbox>
      </Form.Item>
      <div className="sk-expired-actions">
        <Button type="link" onClick={() => void another()}>
          {shell.expired.otherUser}
        </Button>
        <Button type="primary" htmlType="submit" loading={busy}>
          {shell.expired.again}
        </Button>
      </div>
    </Form>
  );
}
