import { ClientError, type Company } from "@shotkeeper/client";
import { isTaxpayerId } from "@shotkeeper/contract/customer";
import { codes, messageName, wireIndex } from "@shotkeeper/contract/kernel";
import { applicantMailPattern, mobilePattern, signUpFields } from "@shotkeeper/contract/shop";
import { messageOf, useLocale } from "@shotkeeper/ui/app";
import { Form, Input } from "antd";
import type { FormInstance, Rule } from "antd/es/form";
import { PictureInput } from "./picture-input.tsx";

/** Values of the form: the company's data and, for a new applicant, also password and verification code. */
export type CompanyValues = Company & {
  readonly licence?: readonly File[];
  readonly password: string;
  readonly again: string;
  readonly captcha: string;
};

const { toName } = wireIndex(signUpFields);
const passwordCodes: readonly string[] = [
  codes.passwordTooShort,
  codes.passwordTooCommon,
  codes.passwordContainsUser,
];
const licenceCodes: readonly string[] = [codes.fileTypeNotAllowed, codes.requestTooLarge, codes.licenceUsed];

/** Returns the field of the form to which a refusal of the server refers. */
function refusedField(error: ClientError): keyof CompanyValues | undefined {
  if (passwordCodes.includes(error.code)) return "password";
  if (licenceCodes.includes(error.code) || error.arg === "LICENCE") return "licence";
  if (messageName(error.code) === "wrongCaptcha") return "captcha";
  return toName.get(error.arg ?? "") as keyof Company | undefined;
}

/**
 * Returns a function that shows a failure at its field of the form. The function returns false if the failure refers to
 * no field.
 */
export function useFieldFailure(form: FormInstance<CompanyValues>): (error: unknown) => boolean {
  const locale = useLocale();
  return (error) => {
    const name = error instanceof ClientError ? refusedField(error) : undefined;
    if (name === undefined) return false;
    form.setFields([{ name, errors: [messageOf(error, locale)] }]);
    form.scrollToField(name, { block: "center" });
    return true;
  };
}

interface LicenceInputProps {
  readonly value?: readonly File[];
  readonly onChange?: (files: readonly File[]) => void;
  readonly addLabel: string;
}

function LicenceInput({ value = [], onChange, addLabel }: LicenceInputProps) {
  return <PictureInput files={value} max={1} addLabel={addLabel} onChange={(files) => onChange?.(files)} />;
}

interface CompanyFieldsProps {
  /**
   * True if the applicant corrects a refused sign-up. The mail address then cannot be changed, and the stored business
   * licence stays.
   */
  readonly isCorrection?: boolean;
}

/** Fields of a company that signs up. */
export function CompanyFields({ isCorrection = false }: CompanyFieldsProps) {
  const { fields, signUp: t } = useLocale();
  const required = (label: string): Rule => ({
    required: true,
    whitespace: true,
    message: t.required(label),
  });
  return (
    <>
      <div className="shop-form">
        <Form.Item name="custName" label={t.companyName} rules={[required(t.companyName)]}>
          <Input maxLength={100} autoComplete="organization" />
        </Form.Item>
        <Form.Item
          name="taxpayerId"
          label={fields.taxpayerId}
          normalize={(v: string) => v.trim().toUpperCase()}
          rules={[
            required(fields.taxpayerId),
            {
              validator: (_r: unknown, v?: string) =>
                !v || isTaxpayerId(v) ? Promise.resolve() : Promise.reject(new Error(t.badTax)),
            },
          ]}
        >
          <Input maxLength={18} />
        </Form.Item>
        <Form.Item name="contact" label={fields.contact} rules={[required(fields.contact)]}>
          <Input maxLength={50} autoComplete="name" />
        </Form.Item>
        <Form.Item
          name="phone"
          label={fields.phone}
          rules={[required(fields.phone), { pattern: mobilePattern, message: t.badPhone }]}
        >
          <Input maxLength={11} inputMode="tel" autoComplete="tel-national" />
        </Form.Item>
        <Form.Item
          name="mail"
          label={fields.mail}
          extra={t.mailHint}
          rules={[required(fields.mail), { pattern: applicantMailPattern, message: t.badMail }]}
        >
          <Input maxLength={50} inputMode="email" autoComplete="email" disabled={isCorrection} />
        </Form.Item>
      </div>
      <Form.Item
        name="licence"
        label={t.licence}
        extra={isCorrection ? t.keepLicence : t.licenceHint}
        rules={isCorrection ? [] : [{ required: true, message: t.needLicence }]}
      >
        <LicenceInput addLabel={isCorrection ? t.newLicence : t.addLicence} />
      </Form.Item>
    </>
  );
}
