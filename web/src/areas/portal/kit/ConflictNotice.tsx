import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { getLocale, m } from "@/i18n";
import { Notice } from "@/ui/layout/Notice";
import { RadioGroup } from "@/ui/form/RadioGroup";
import type { Conflict, Difference } from "./useEdit";

type Controls = HTMLFormControlsCollection | undefined;

function controlOf(controls: Controls, name: string): Element | null {
  const found = controls?.namedItem(name);
  const control = found instanceof RadioNodeList ? found[0] : found;
  return control instanceof Element ? control : null;
}

/** Returns the label of a form field. The label may contain a note that the field is optional. */
function labelOf(controls: Controls, name: string): string | undefined {
  const control = controlOf(controls, name);
  const isOfSeveral = controls?.namedItem(name) instanceof RadioNodeList;
  const isHidden = control?.matches("[type=file]");
  const label =
    control && (isOfSeveral || isHidden)
      ? control.closest("fieldset")?.querySelector("legend")
      : (control as HTMLInputElement | null)?.labels?.[0];
  return label?.firstChild?.textContent ?? undefined;
}

/** Returns the shown text of a value: for a select, the text of the option. */
function textOf(controls: Controls, name: string, value: string | boolean, say?: (value: string) => string) {
  if (typeof value === "boolean") return value ? m.lists_yes() : m.lists_no();
  if (value === "") return "–";
  if (say) return say(value);
  const control = controlOf(controls, name);
  if (control?.matches("[type=file]")) return m.lists_conflict_picture();
  const options = control instanceof HTMLSelectElement ? [...control.options] : [];
  return options.find((option) => option.value === value)?.text ?? value;
}

export interface ConflictNoticeProps {
  conflict: Conflict | undefined;
  /** Formats of values that no control of the form can show. */
  texts?: Readonly<Record<string, (value: string) => string>> | undefined;
}

const NO_TEXTS: NonNullable<ConflictNoticeProps["texts"]> = {};

/**
 * Notice that another user has saved the same record: it shows the differences, and the user
 * chooses what to save.
 */
export function ConflictNotice({ conflict, texts = NO_TEXTS }: ConflictNoticeProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  if (!conflict) return null;
  const controls = place?.closest("form")?.elements;
  const labels = conflict.taken.flatMap((name) => labelOf(controls, name) ?? []);
  return (
    <Notice tone="danger" className="mb-5">
      <div ref={setPlace} tabIndex={-1} data-refusal="">
        <p>{conflict.both.length > 0 ? m.lists_conflict() : m.lists_conflict_elsewhere()}</p>
        {labels.length > 0 && (
          <p className="mt-2">
            {m.lists_conflict_taken({ fields: new Intl.ListFormat(getLocale()).format(labels) })}
          </p>
        )}
        {controls &&
          conflict.both.map((difference) => (
            <Choice
              key={difference.name}
              difference={difference}
              legend={labelOf(controls, difference.name) ?? difference.name}
              textOf={(value) => textOf(controls, difference.name, value, texts[difference.name])}
            />
          ))}
      </div>
    </Notice>
  );
}

interface ChoiceProps {
  difference: Difference;
  legend: string;
  textOf: (value: Difference["mine"]) => string;
}

/** The user's own value stays available after they choose the other one. */
function Choice({ difference: { name, theirs, mine }, legend, textOf: say }: ChoiceProps) {
  const { setValue, watch } = useFormContext<Record<string, unknown>>();
  const values = { theirs, mine };
  const now: unknown = watch(name);
  return (
    <RadioGroup
      legend={legend}
      className="mt-3"
      choices={[
        { value: "theirs", text: m.lists_conflict_theirs({ value: say(theirs) }) },
        { value: "mine", text: m.lists_conflict_mine({ value: say(mine) }) },
      ]}
      value={now === theirs ? "theirs" : now === mine ? "mine" : undefined}
      onPick={(chosen) =>
        setValue(name, values[chosen as keyof typeof values], { shouldDirty: true, shouldValidate: true })
      }
    />
  );
}
