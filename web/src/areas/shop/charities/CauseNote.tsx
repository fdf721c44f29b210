import { Link } from "react-router";
import type { PublicCharity } from "@/api/queries/shopWindow";
import { inLanguage } from "@/lib/inLanguage";
import { paths } from "@/paths";
import { FROM_LIST } from "@/shared/page/BackLink";
import { PicturePlate } from "@/features/catalogue/PicturePlate";

/** A cause, drawn as a note pinned to a board. */
export function CauseNote({ charity }: { charity: PublicCharity }) {
  const { id, displayName, logoPath, hue, value: type, address, introduction } = charity;
  return (
    <article className="cause-note relative flex flex-col gap-4 bg-surface px-6 pt-7 pb-6 text-ink">
      <div className="flex items-center gap-4">
        <PicturePlate
          kind="charity"
          name={displayName}
          logoPath={logoPath}
          hue={hue}
          sizes="72px"
          className="w-18"
        />
        <h2 className="min-w-0 text-lg leading-tight wrap-anywhere">
          <Link to={paths.charity(id)} state={FROM_LIST} className="stretched text-ink no-underline">
            {displayName}
          </Link>
        </h2>
      </div>
      {introduction && <p className="line-clamp-3">{introduction}</p>}
      <p className="mt-auto text-sm text-ink-soft">
        {[inLanguage(type, charity.frenchValue), address.city].filter(Boolean).join("\u00a0· ")}
      </p>
    </article>
  );
}
