import { UploadOutlined } from "@ant-design/icons";
import { logoPart, tenant } from "@shotkeeper/contract/system";
import { useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import { type InputProps, StoredImage } from "@shotkeeper/ui/cells";
import { Button } from "antd";
import { useRef } from "react";
import "./tenant.css";

export function Logo({ path }: { readonly path: string }) {
  const { fields } = useLocale();
  return (
    <span className="sk-logo-shown">
      <StoredImage path={path} alt={fields.logo} broken="–" />
    </span>
  );
}

/** Input to upload the logo above the menu. The value is the path of the uploaded picture. */
export function LogoInput({ id, value, onChange, disabled }: InputProps) {
  const { administration, shell } = useLocale();
  const { user } = useSession();
  const client = useClient();
  const act = useAction();
  const chooser = useRef<HTMLInputElement>(null);
  const path = typeof value === "string" && value !== "" ? value : undefined;
  const upload = async (file: File | undefined) => {
    if (!file) return;
    const info = { ownerTable: tenant.wire, ownerId: user.info.tenantCode, ownerPart: logoPart };
    const rows = await act(() => client.upload([file], info));
    if (rows?.[0]) onChange?.(rows[0].filePath);
  };
  return (
    <div className="sk-logo-input">
      {path && <Logo path={path} />}
      <Button icon={<UploadOutlined />} disabled={disabled ?? false} onClick={() => chooser.current?.click()}>
        {administration.tenant.chooseLogo}
      </Button>
      {path && (
        <Button type="text" danger disabled={disabled ?? false} onClick={() => onChange?.(undefined)}>
          {shell.common.remove}
        </Button>
      )}
      <input
        ref={chooser}
        id={id}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        onChange={(e) => {
          const file = e.target.files?.[0];
          e.target.value = "";
          void upload(file);
        }}
      />
    </div>
  );
}
