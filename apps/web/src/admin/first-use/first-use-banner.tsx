import { firstUseFacts, firstUseSteps, nextStep, stepStates } from "@shotkeeper/contract/first-use";
import { organization } from "@shotkeeper/contract/system";
import { useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { useCommandData } from "@shotkeeper/ui/data";
import { Button } from "antd";
import { useNavigate } from "react-router";
import "./first-use.css";

const noInput = {};

/** Banner with a link to the set-up page until all its steps are done. Only users who may add companies see it. */
export function FirstUseBanner() {
  const { firstUse: t } = useLocale();
  const f = useFormats();
  const navigate = useNavigate();
  const { mayWrite, allows } = useSession();
  const isForUser = allows(firstUseFacts.access) && mayWrite(organization, "A");
  const { data } = useCommandData(firstUseFacts, noInput, { enabled: isForUser, isFresh: true });
  if (!data || !nextStep(data)) return null;
  const done = Object.values(stepStates(data)).filter((s) => s === "done").length;
  return (
    <div className="sk-first-use-banner">
      <span>{t.banner(f.whole(done), f.whole(firstUseSteps.length))}</span>
      <Button type="primary" onClick={() => navigate("/first-use")}>
        {t.continue}
      </Button>
    </div>
  );
}
