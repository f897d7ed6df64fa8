import { useLocale } from "@shotkeeper/ui/app";
import { KeyShown } from "../key-dialogs.tsx";

export interface ShownSecret {
  readonly connectorId: number;
  readonly name: string;
  readonly secret: string;
}

/** Returns the address of a connector, at which messages are delivered by HTTP. */
export const connectorAddress = (connectorId: number, secret: string): string =>
  `${location.origin}/in/${connectorId}/${secret}`;

/** Dialog that shows the secret of a connector once, with the address that the other system needs. */
export function ConnectorSecret({
  connectorId,
  name,
  secret,
  onClose,
}: ShownSecret & { readonly onClose: () => void }) {
  const { connector: t } = useLocale();
  return (
    <KeyShown
      name={name}
      secret={secret}
      usage={t.usage(connectorId)}
      header={connectorAddress(connectorId, secret)}
      onClose={onClose}
    />
  );
}
