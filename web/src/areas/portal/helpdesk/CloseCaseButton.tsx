import { useState, type ComponentProps } from "react";
import { useSave } from "@/areas/portal/kit/useSave";
import { ReasonDialog } from "@/features/counter/ReasonDialog";
import { m } from "@/i18n";
import { DecisionButton } from "@/shared/page/DecisionButton";
import { CHANGED_WITH_AN_ORDER } from "./queries";

interface CloseCaseButtonProps {
  /** Name of the case, for screen readers. */
  name: string;
  title: string;
  text: string;
  close: (note: string) => Promise<unknown>;
  /** Reason why this user can't close the case, if that needs a second person. */
  refusal?: ComponentProps<typeof DecisionButton>["refusal"];
}

/** Button in a row that closes its case, with a note. */
export function CloseCaseButton({ name, title, text, close, refusal = null }: CloseCaseButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { submit } = useSave({
    save: close,
    saved: m.helpdesk_reversal_closed(),
    invalidates: CHANGED_WITH_AN_ORDER,
    onSaved: () => setIsAsking(false),
  });
  return (
    <>
      <DecisionButton
        size="small"
        refusal={refusal}
        aria-haspopup="dialog"
        aria-label={name}
        onClick={() => setIsAsking(true)}
      >
        {m.helpdesk_reversal_close()}
      </DecisionButton>
      {isAsking && (
        <ReasonDialog
          title={title}
          text={<p>{text}</p>}
          label={m.helpdesk_outcome()}
          hint={m.helpdesk_cancel_hint()}
          confirmLabel={m.helpdesk_reversal_close()}
          onConfirm={submit}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
