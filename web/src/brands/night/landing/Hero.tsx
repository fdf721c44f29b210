import type { HeroProps } from "@/brands/brand";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { PageHeading } from "@/shared/page/PageHeading";
import { LinkButton } from "@/ui/form/LinkButton";

/** Hero at night, with three cards in a beam of light. */
export function Hero({ Words, children }: HeroProps) {
  return (
    <section className="beam-hero relative isolate scheme-dark overflow-clip">
      <div aria-hidden="true" className="beams">
        <i />
        <i />
        <i />
        <i />
      </div>
      <div className="page grid grid-cols-1 items-center gap-x-8 gap-y-14 md:grid-cols-[1.1fr_1fr]">
        <div>
          <PageHeading className="text-[clamp(3.4rem,1.6rem+7.4vw,7.6rem)] leading-[0.9] tracking-[-0.055em] [&>:last-child]:text-[#c8ff3e]">
            {[m.landing_night_pick(), m.landing_night_send(), m.landing_night_scan()].map((word) => (
              <span key={word} className="block">
                {word}{" "}
              </span>
            ))}
          </PageHeading>
          <Words>
            <p className="mt-6 max-w-[36ch] text-lg text-ink-soft">{m.landing_night_lead()}</p>
          </Words>
          <LinkButton to={paths.vendorList()} variant="primary" size="large" className="mt-8">
            {m.landing_shop_now()}
          </LinkButton>
        </div>
        {children}
      </div>
    </section>
  );
}
