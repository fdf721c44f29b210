import { Suspense, useId, useState } from "react";
import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { buttonClass } from "@/ui/form/buttonClass";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/form/IconButton";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { PopUp } from "@/ui/overlay/PopUp";
import { useSavedViews, type SavedView, type Viewed } from "./savedViews";
import type { TableView } from "./view";

const SavedViewDialog = lazyPiece(
  async () => (await import("./SavedViewDialog")).SavedViewDialog,
  ({ onClose }) => onClose(),
);

interface SavedViewsMenuProps {
  /** Name of the list. */
  name: string;
  list: Viewed;
  view: Pick<TableView, "hidden" | "isDense" | "change">;
}

/** Menu of the user's saved views of a list: show, save, rename and delete. */
export function SavedViewsMenu({ name, list, view }: SavedViewsMenuProps) {
  const id = useId();
  const { views, shown, current, show } = useSavedViews(name, list, view);
  const [edited, setEdited] = useState<SavedView | "new">();
  return (
    <>
      <button type="button" popoverTarget={id} className={buttonClass({ variant: "quiet" })}>
        <Icon name="bookmark" size={20} />
        {current?.name ?? m.lists_views()}
      </button>
      <PopUp id={id} label={m.lists_views()}>
        {views.length === 0 && <p className="max-w-[32ch] py-2 text-ink-soft">{m.lists_views_none()}</p>}
        <ul>
          {views.map((each) => (
            <li key={each.id} className="flex items-center gap-1">
              <button
                type="button"
                aria-pressed={each.id === current?.id}
                popoverTarget={id}
                popoverTargetAction="hide"
                onClick={() => show(each)}
                className={buttonClass({ variant: "quiet" }, "grow justify-start text-left")}
              >
                <Icon name="check" size={18} className={each.id === current?.id ? "" : "invisible"} />
                <span className="wrap-anywhere">
                  {each.name}
                  {each.isDefault && (
                    <span className="block text-sm font-normal text-ink-soft">{m.lists_views_default()}</span>
                  )}
                </span>
              </button>
              <IconButton
                icon="pencil"
                label={m.lists_views_edit({ name: each.name })}
                aria-haspopup="dialog"
                onClick={() => setEdited(each)}
              />
            </li>
          ))}
        </ul>
        <Button className="mt-2 w-full" aria-haspopup="dialog" onClick={() => setEdited("new")}>
          <Icon name="plus" size={20} />
          {m.lists_views_save()}
        </Button>
      </PopUp>
      {edited && (
        <Suspense>
          <SavedViewDialog
            list={name}
            view={edited === "new" ? undefined : edited}
            shown={shown}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
