import { useState } from "react";
import { m } from "@/i18n";
import { findKinds, kindOf } from "@/shared/log/kinds";
import { Combobox } from "@/ui/rich/Combobox";

interface KindFilterProps {
  action: string | undefined;
  onPick: (action: string | undefined) => void;
}

/** Narrows the history to one kind of thing, found by typing: there are too many to read through. */
export function KindFilter({ action, onPick }: KindFilterProps) {
  const [text, setText] = useState("");
  return (
    <Combobox
      label={m.log_action()}
      placeholder={m.log_any_action()}
      picked={action === undefined ? undefined : kindOf(action)}
      choices={findKinds(text)}
      onSearch={setText}
      onPick={(kind) => onPick(kind?.value)}
      className="w-full sm:w-80"
    />
  );
}
