import { pictureUrl, type PictureKind } from "@/lib/pictures";
import { cx } from "@/ui/cx";
import { monogram } from "@/features/card/monogram";

interface PictureTileProps {
  kind: PictureKind;
  pictureKey: string | null;
  name: string;
  /** Additional text below the name. */
  note?: string | undefined;
  /** Whether the note is an id, which phones hide. */
  isNoteId?: boolean | undefined;
}

/** A small picture, or initials in its place, with the name beside it. */
export function PictureTile({ kind, pictureKey, name, note, isNoteId }: PictureTileProps) {
  return (
    <span className="flex items-center gap-3">
      <span
        className="relative grid size-11 flex-none in-[td]:size-9 place-items-center overflow-hidden rounded-[min(10px,var(--corner-control))] border border-line bg-surface-quiet text-compact font-bold has-[img]:bg-[#fff] [&>img]:size-full [&>img]:object-contain [&>img]:p-0.75"
        aria-hidden="true"
      >
        {pictureKey ? (
          <img
            src={pictureUrl(kind, pictureKey, 96)}
            alt=""
            width={44}
            height={44}
            loading="lazy"
            decoding="async"
          />
        ) : (
          monogram(name)
        )}
      </span>
      <span className="min-w-0">
        <span className="block leading-snug [overflow-wrap:anywhere]">{name}</span>
        {note && (
          <span
            title={note}
            className={cx(
              "block text-sm leading-snug font-normal text-ink-soft",
              isNoteId ? "max-md:hidden" : "max-md:line-clamp-2",
            )}
          >
            {note}
          </span>
        )}
      </span>
    </span>
  );
}
