import { useQuery } from "@tanstack/react-query";
import { campaignUpdatesQuery } from "@/api/queries/campaignUpdates";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";

/** Updates of the charity about a campaign. Shows nothing if there are none. */
export function CampaignNews({ campaignId }: { campaignId: string }) {
  const { data } = useQuery(campaignUpdatesQuery(campaignId));
  if (!data || data.items.length === 0) return null;
  return (
    <section className="mt-5">
      <h2 className="text-xl">{m.causes_updates()}</h2>
      <ul className="mt-3 grid gap-3">
        {data.items.map(({ id, title, text, createdAt }) => (
          <li key={id} className="rounded-card bg-surface p-5">
            <h3 className="text-lg leading-tight wrap-anywhere">{title}</h3>
            <p className="text-sm text-ink-soft">{formatMoment(createdAt)}</p>
            <p className="mt-2 whitespace-pre-line wrap-anywhere">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
