import { edgeFaultOf } from "@shotkeeper/contract/counter";
import { useLocale } from "@shotkeeper/ui/app";

/**
 * Shows an error that an edge gateway has reported: its meaning in the user's language, and the gateway's text, which
 * is English, as detail.
 */
export function EdgeFault({ text }: { readonly text: string }) {
  const { enums } = useLocale();
  return (
    <span title={text}>
      {enums.edgeFault[edgeFaultOf(text)]} <small className="sk-faint">{text}</small>
    </span>
  );
}
