import { useId, type ReactNode } from "react";
import { m } from "@/i18n";
import { usePageActions, type PageAction } from "@/shared/page/pageActions";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { PopUp } from "@/ui/PopUp";

export interface CaseAction extends Omit<PageAction, "to"> {
  run: () => void;
  isDisabled?: boolean;
}

interface CaseMenuProps {
  actions: readonly CaseAction[];
  /** Why some of them can't be done. */
  children?: ReactNode;
}

/** All that can be done with a case, in one place. */
export function CaseMenu({ actions, children }: CaseMenuProps) {
  const id = useId();
  usePageActions(actions.filter(({ isDisabled }) => !isDisabled));
  return (
    <>
      <Button popoverTarget={id}>
        {m.cases_actions()}
        <Icon name="chevron-down" size={18} />
      </Button>
      <PopUp id={id} label={m.cases_actions()} className="max-w-80 px-5 py-3">
        <div className="grid gap-1">
          {actions.map(({ label, icon, run, isDisabled = false }) => (
            <Button
              key={label}
              variant="quiet"
              size="small"
              className="justify-start"
              disabled={isDisabled}
              aria-describedby={isDisabled && children ? `${id}-why` : undefined}
              popoverTarget={id}
              popoverTargetAction="hide"
              onClick={run}
            >
              <Icon name={icon} size={18} />
              {label}
            </Button>
          ))}
        </div>
        {children && (
          <p id={`${id}-why`} className="mt-2 text-sm text-ink-soft">
            {children}
          </p>
        )}
      </PopUp>
    </>
  );
}
