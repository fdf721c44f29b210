import { Fragment } from "react";
import { m } from "@/i18n";
import { useProfile } from "@/session/current";
import { Dialog } from "@/ui/overlay/Dialog";
import { shortcutsOf } from "./shortcuts";

/** Dialog that lists the keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const profile = useProfile();
  return (
    <Dialog isOpen onClose={onClose} title={m.shortcuts_title()} className="sm:w-140">
      {profile &&
        shortcutsOf(profile).map(({ title, shortcuts }) => (
          <section key={title} className="mb-5">
            <h3 className="mb-1 text-sm font-normal text-ink-soft">{title}</h3>
            <dl className="divide-y divide-line">
              {shortcuts.map(({ label, keys }) => (
                <div key={label} className="flex min-h-11 items-center justify-between gap-4 py-1.5">
                  <dt>{label}</dt>
                  <dd className="flex shrink-0 items-center gap-1.5">
                    {keys.map((key, place) => (
                      <Fragment key={key}>
                        {place > 0 && <span className="text-sm text-ink-soft">{m.shortcuts_then()}</span>}
                        <KeyCap keys={key} />
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </Dialog>
  );
}

function KeyCap({ keys }: { keys: string }) {
  return (
    <kbd className="rounded-[6px] border border-line bg-surface-quiet px-2 py-0.5 font-sans text-sm">
      {keys.length === 1 ? keys.toUpperCase() : keys.replace("+", " ")}
    </kbd>
  );
}
