import { useId, useRef, useState } from "react";
import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { FieldError } from "@/ui/form/FieldError";
import { TextArea } from "@/ui/form/TextArea";
import { Icon } from "@/ui/Icon";

interface TableFieldProps {
  /** The chosen file, or the pasted text. */
  source: Blob | string;
  error: string | undefined;
  onTake: (content: Blob | string) => void;
}

/** Takes the table of a list: a file, or cells pasted from a spreadsheet. */
export function TableField({ source, error, onTake }: TableFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const id = useId();
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button aria-describedby={id} onClick={() => input.current?.click()}>
          <Icon name="upload" size={20} />
          {m.giftlist_file()}
        </Button>
        <span className="min-w-0 wrap-anywhere">{name || m.giftlist_file_none()}</span>
      </div>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        aria-label={m.giftlist_file()}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) {
            setName(file.name);
            onTake(file);
          }
          // Reset, so that choosing the same file again is reported: it may have changed on disk.
          target.value = "";
        }}
      />
      <TextArea
        label={m.giftlist_paste()}
        hint={m.giftlist_paste_hint()}
        rows={6}
        value={typeof source === "string" ? source : ""}
        onChange={({ target }) => {
          setName("");
          onTake(target.value);
        }}
      />
      <FieldError id={id} message={error} />
    </div>
  );
}
