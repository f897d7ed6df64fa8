import { type Action, type ActionState, inputOf, localPhotos, withInput } from "@shotkeeper/client/offline";
import { decodeAnswer, encodeRow } from "@shotkeeper/contract/kernel";
import { Alert, App, Button, Form, Input, Modal } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import {
  type ActionTexts,
  textOf,
  useActionTexts,
  useClient,
  useFormats,
  useLocale,
  useOutbox,
} from "../app/index.ts";
import { EmptyHint } from "../cells/index.ts";
import { FieldsForm, fromInputs, toInputs } from "../form/fields-form.tsx";
import { photosInput } from "../form/photos-input.tsx";
import "./outbox.css";

const sections: readonly ActionState[] = ["conflict", "waiting", "done", "discarded"];
/** Number of actions that a section shows at first. */
const shownAtFirst = 50;

type Asking = { readonly kind: "edit" | "discard"; readonly action: Action } | undefined;

/**
 * Page that lists the actions on this device (writes that are stored until the server has answered) with their states.
 * Here, users decide what happens to actions that the server has refused.
 */
export function OutboxPage() {
  const { offline: t } = useLocale();
  const texts = useActionTexts();
  const client = useClient();
  const { actions, others, isSending, needsSignIn } = useOutbox();
  const [asking, setAsking] = useState<Asking>();
  const outbox = client.offline?.outbox;
  const names = Object.entries(others).map(([user, n]) => `${user} (${n})`);
  return (
    <div className="sk-outbox">
      <div className="sk-outbox-head">
        <span aria-live="polite">{isSending ? t.sending : ""}</span>
        <Button
          type="primary"
          disabled={!actions.some((a) => a.state === "waiting")}
          loading={isSending}
          onClick={() => void outbox?.drain()}
        >
          {t.sendNow}
        </Button>
      </div>
      {needsSignIn && <Alert type="warning" showIcon title={t.signIn} />}
      {names.length > 0 && <Alert type="info" showIcon title={t.others(names.join(", "))} />}
      {texts && <TakeAlong texts={texts} />}
      {actions.length === 0 && <EmptyHint title={t.empty} hint={t.emptyHint} />}
      {texts &&
        sections.map((state) => (
          <Section
            key={state}
            state={state}
            actions={actions.filter((a) => a.state === state)}
            texts={texts}
            onAsk={setAsking}
          />
        ))}
      {texts && asking?.kind === "edit" && (
        <EditDialog action={asking.action} texts={texts} onClose={() => setAsking(undefined)} />
      )}
      {asking?.kind === "discard" && (
        <DiscardDialog action={asking.action} onClose={() => setAsking(undefined)} />
      )}
    </div>
  );
}

function TakeAlong({ texts }: { readonly texts: ActionTexts }) {
  const { offline: t } = useLocale();
  const f = useFormats();
  const client = useClient();
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const at = client.offline?.packedAt();
  const take = async () => {
    setBusy(true);
    try {
      await texts.takeAlong();
    } catch {
      void message.error(t.device.failed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="sk-outbox-action">
      <h2>{t.device.title}</h2>
      <p>{t.device.lead}</p>
      <div className="sk-outbox-buttons sk-outbox-head">
        <span className="sk-faint">{at === undefined ? t.device.never : t.device.taken(f.dateTime(at))}</span>
        <Button loading={busy} onClick={() => void take()}>
          {t.device.take}
        </Button>
      </div>
    </section>
  );
}

interface SectionProps {
  readonly state: ActionState;
  readonly actions: readonly Action[];
  readonly texts: ActionTexts;
  readonly onAsk: (asking: Asking) => void;
}

function Section({ state, actions, texts, onAsk }: SectionProps) {
  const { offline: t, shell } = useLocale();
  const [all, setAll] = useState(false);
  if (actions.length === 0) return null;
  const newestFirst = state === "done" || state === "discarded" ? [...actions].reverse() : actions;
  const shown = all ? newestFirst : newestFirst.slice(0, shownAtFirst);
  return (
    <section>
      <h2>{`${t.sections[state]} (${actions.length})`}</h2>
      <ol>
        {shown.map((a) => (
          <ActionItem key={a.id} action={a} texts={texts} onAsk={onAsk} />
        ))}
      </ol>
      {shown.length < actions.length && (
        <Button type="link" onClick={() => setAll(true)}>
          {`${shell.common.all} (${actions.length})`}
        </Button>
      )}
    </section>
  );
}

function ActionItem({ action, texts, onAsk }: Omit<SectionProps, "state" | "actions"> & { action: Action }) {
  const locale = useLocale();
  const { offline: t } = locale;
  const f = useFormats();
  const outbox = useClient().offline?.outbox;
  const { problem } = action;
  const photos = localPhotos(inputOf(action.body)).length;
  const path = texts.path(action);
  const title = texts.title(action, locale);
  const insisting = problem && texts.insist(action);
  const facts = [
    t.at(f.dateTime(action.at + action.ahead)),
    photos > 0 && t.photos(photos),
    action.state === "waiting" && action.attempts > 0 && t.attempts(action.attempts),
    action.reason && t.reason(action.reason),
  ].filter(Boolean);
  return (
    <li className="sk-outbox-action" data-state={action.state}>
      {path ? <Link to={path}>{title}</Link> : <b>{title}</b>}
      <p className="sk-faint">{facts.join(" · ")}</p>
      {problem && (
        <p role="alert">
          {problem.kind === "refused"
            ? textOf(problem.msg, locale)
            : problem.kind === "answer"
              ? texts.attention(action, locale)
              : t[problem.kind]}
        </p>
      )}
      {problem && (
        <div className="sk-outbox-buttons">
          {insisting ? (
            <Button type="primary" onClick={() => void outbox?.sendAgain(action.id, insisting)}>
              {t.keepMine}
            </Button>
          ) : (
            problem.kind !== "answer" &&
            problem.kind !== "clock" && (
              <Button onClick={() => void outbox?.sendAgain(action.id)}>{t.again}</Button>
            )
          )}
          {texts.form(action.kind) && (
            <Button onClick={() => onAsk({ kind: "edit", action })}>{t.edit}</Button>
          )}
          <Button danger onClick={() => onAsk({ kind: "discard", action })}>
            {t.discard}
          </Button>
        </div>
      )}
    </li>
  );
}

interface DialogProps {
  readonly action: Action;
  readonly onClose: () => void;
}

/** Lets the user remove photos, for example those that the device has lost. */
const KeptPhotos = photosInput();

function EditDialog({ action, texts, onClose }: DialogProps & { readonly texts: ActionTexts }) {
  const locale = useLocale();
  const outbox = useClient().offline?.outbox;
  const [form] = Form.useForm();
  const spec = texts.form(action.kind);
  if (!spec) return null;
  const { fields, names } = spec;
  const input = inputOf(action.body);
  const send = () => {
    const edited = encodeRow(fromInputs(form.getFieldsValue(true), fields, names), fields);
    void outbox?.sendAgain(action.id, withInput(action.body, { ...input, ...edited }));
    onClose();
  };
  return (
    <Modal
      open
      title={texts.title(action, locale)}
      okText={locale.offline.again}
      cancelText={locale.shell.common.cancel}
      onOk={() => form.submit()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <FieldsForm
        form={form}
        initial={toInputs(decodeAnswer(input, fields), fields, names)}
        fields={fields}
        sections={[{ fields: names }]}
        inputs={Object.fromEntries(
          names.flatMap((name) => (fields[name]?.filesOf ? [[name, KeptPhotos]] : [])),
        )}
        onSubmit={send}
      />
    </Modal>
  );
}

function DiscardDialog({ action, onClose }: DialogProps) {
  const { offline: t, shell } = useLocale();
  const outbox = useClient().offline?.outbox;
  const [form] = Form.useForm<{ readonly reason: string }>();
  return (
    <Modal
      open
      title={t.discardTitle}
      okText={t.discard}
      okButtonProps={{ danger: true }}
      cancelText={shell.common.cancel}
      onOk={() => form.submit()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <p>{t.discardLead}</p>
      <Form
        form={form}
        layout="vertical"
        onFinish={({ reason }) => {
          void outbox?.discard(action.id, reason.trim());
          onClose();
        }}
      >
        <Form.Item
          name="reason"
          label={t.discardReason}
          rules={[{ required: true, whitespace: true, message: t.discardRequired }]}
        >
          <Input maxLength={200} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
