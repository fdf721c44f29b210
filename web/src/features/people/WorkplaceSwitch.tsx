import { useId, useState, type ReactNode } from "react";
import { m } from "@/i18n";
import { landingPath } from "@/session/postSignInRoute";
import { currentProfile, type Profile, type Workplace } from "@/session/current";
import { showErrorToast } from "@/shared/page/showErrorToast";
import { buttonClass } from "@/ui/form/buttonClass";
import { cx } from "@/ui/cx";
import { Icon } from "@/ui/Icon";
import { PopUp } from "@/ui/overlay/PopUp";
import { roleName } from "./roleName";

interface WorkplaceSwitchProps {
  profile: Profile;
  /** Content of the button: the current workplace. */
  children: ReactNode;
  className?: string | undefined;
}

/** Menu for users with several workplaces: shows the current one and switches to another. */
export function WorkplaceSwitch({ profile, children, className }: WorkplaceSwitchProps) {
  const id = useId();
  const [isBusy, setIsBusy] = useState(false);
  const go = async ({ tenantId }: Workplace) => {
    setIsBusy(true);
    try {
      const { goToWorkplace } = await import("@/session/session");
      await goToWorkplace(tenantId);
      const now = currentProfile();
      // A full page load, so that no data of one shop is shown for another.
      if (now) location.assign(landingPath(now));
    } catch (error) {
      setIsBusy(false);
      showErrorToast(error);
    }
  };
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        disabled={isBusy}
        className={cx(
          "flex min-h-13 w-full cursor-pointer items-center justify-between gap-2 rounded-control px-2 text-left font-semibold text-inherit hover:bg-[color-mix(in_oklab,var(--ink),transparent_92%)]",
          className,
        )}
      >
        {children}
        <Icon name="chevron-down" size={20} className="shrink-0" />
        <span className="sr-only">{m.workplaces_change()}</span>
      </button>
      <PopUp id={id} label={m.workplaces_title()} isToTheEnd className="w-70 p-2">
        <p className="px-3 py-1 text-sm text-ink-soft">{m.workplaces_title()}</p>
        <ul>
          {(profile.workplaces ?? []).map((place) => {
            const isHere = place.tenantId === profile.tenantIds[0];
            return (
              <li key={place.tenantId}>
                <button
                  type="button"
                  aria-current={isHere ? "true" : undefined}
                  popoverTarget={id}
                  popoverTargetAction="hide"
                  onClick={() => !isHere && void go(place)}
                  className={buttonClass({ variant: "quiet" }, "w-full justify-start text-left")}
                >
                  <Icon name="check" size={18} className={isHere ? "shrink-0" : "invisible shrink-0"} />
                  <span className="min-w-0 wrap-anywhere">
                    {place.displayName}
                    <span className="block text-sm font-normal text-ink-soft">
                      {place.roles.map(roleName).join(", ")}
                    </span>
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </PopUp>
    </>
  );
}
