import { useId, useRef, useState, type DragEvent } from "react";
import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { cx } from "@/ui/cx";
import { FieldError } from "@/ui/form/FieldError";
import { Icon } from "@/ui/Icon";
import { Spinner } from "@/ui/layout/Spinner";
import { pictureTile } from "./pictureTile";

interface PicturePickerProps {
  legend: string;
  name?: string | undefined;
  isOptional?: boolean | undefined;
  /** Address of the current picture. */
  url: string | undefined;
  isUploading: boolean;
  error?: string | undefined;
  onPick: (file: File) => void;
  onRemove: () => void;
  className?: string | undefined;
}

/** Field for choosing, replacing and removing a picture. It also accepts dropped files. */
export function PicturePicker(props: PicturePickerProps) {
  const { legend, name, isOptional, url, isUploading, error, onPick, onRemove, className } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isAimedAt, setIsAimedAt] = useState(false);
  const hintId = useId();
  const errorId = useId();

  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !isUploading) onPick(file);
  };
  const aim = (event: DragEvent) => {
    event.preventDefault();
    setIsAimedAt(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsAimedAt(false);
    take(event.dataTransfer.files);
  };

  return (
    <fieldset className={className}>
      <legend className="mb-1.5 font-semibold">
        {legend}
        {isOptional && <span className="font-normal text-ink-soft"> {m.kit_optional()}</span>}
      </legend>
      <div
        className="flex flex-wrap items-center gap-x-5 gap-y-4 rounded-control border-[1.5px] border-dashed border-line-strong bg-surface p-4 [transition:border-color_150ms,background-color_150ms] data-aimed:border-focus data-aimed:bg-surface-tint data-wrong:border-danger"
        data-aimed={isAimedAt || undefined}
        data-wrong={error ? true : undefined}
        onDragOver={aim}
        onDragLeave={() => setIsAimedAt(false)}
        onDrop={drop}
      >
        <div className={pictureTile} aria-busy={isUploading || undefined}>
          {url ? (
            <img
              src={url}
              alt={m.pictures_current({ name: legend })}
              className={cx(isUploading && "opacity-40")}
            />
          ) : (
            <Icon name="image" size={40} className="text-ink-soft" />
          )}
          {isUploading && <Spinner className="absolute text-xl text-[#1d2b2a]" />}
        </div>
        <div className="min-w-0">
          <p id={hintId} className="text-sm text-ink-soft">
            {m.pictures_hint()}
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              isBusy={isUploading}
              aria-label={
                url ? m.pictures_replace_one({ name: legend }) : m.pictures_choose_one({ name: legend })
              }
              aria-describedby={error ? `${hintId} ${errorId}` : hintId}
              onClick={() => input.current?.click()}
            >
              <Icon name="upload" size={20} />
              {url ? m.pictures_replace() : m.pictures_choose()}
            </Button>
            {url && (
              <Button
                variant="quiet"
                aria-label={
                  isUploading
                    ? m.pictures_cancel_one({ name: legend })
                    : m.pictures_remove_one({ name: legend })
                }
                onClick={onRemove}
              >
                {isUploading ? m.kit_cancel() : m.pictures_remove()}
              </Button>
            )}
          </div>
          <span role="status" className="sr-only">
            {isUploading && m.pictures_uploading()}
          </span>
        </div>
        <input
          ref={input}
          type="file"
          name={name}
          accept="image/png,image/jpeg,image/webp,image/heic,image/heif"
          hidden
          onChange={({ target }) => {
            take(target.files);
            // Reset, so that choosing the same file again is reported: it may have changed on disk.
            target.value = "";
          }}
        />
      </div>
      <FieldError id={errorId} message={error} />
    </fieldset>
  );
}
