import { m } from "@/i18n";
import { paths } from "@/paths";
import { GiftCard } from "@/features/card/GiftCard";
import { PageHeading } from "@/shared/page/PageHeading";
import { LinkButton } from "@/ui/LinkButton";

const BLUE = 262;
const MAGENTA = 345;
const TEAL = 190;

/** Night, three words, three cards in one beam of light. */
export function Hero() {
  return (
    <section className="hero beam-hero scheme-dark">
      <div aria-hidden="true" className="beams">
        <i />
        <i />
        <i />
        <i />
      </div>
      <div className="page grid grid-cols-1 items-center gap-x-8 gap-y-14 md:grid-cols-[1.1fr_1fr]">
        <div>
          <PageHeading className="beam-title">
            {[m.landing_rayzr_pick(), m.landing_rayzr_send(), m.landing_rayzr_tap()].map((word) => (
              <span key={word} className="block">
                {word}{" "}
              </span>
            ))}
          </PageHeading>
          <p className="mt-6 max-w-[36ch] text-lg text-ink-soft">{m.landing_rayzr_lead()}</p>
          <LinkButton to={paths.vendorList()} variant="primary" size="large" className="mt-8">
            {m.landing_shop_now()}
          </LinkButton>
        </div>
        <div className="card-fan" role="img" aria-label={m.landing_rayzr_cards_alt()}>
          <GiftCard
            shop={{ name: m.landing_rayzr_example3(), hue: TEAL }}
            amount={50}
            className="card-fan-3"
          />
          <GiftCard
            shop={{ name: m.landing_rayzr_example2(), hue: MAGENTA }}
            amount={75}
            className="card-fan-2"
          />
          <GiftCard
            shop={{ name: m.landing_rayzr_example1(), hue: BLUE }}
            amount={25}
            isTilting
            className="card-fan-1"
          />
        </div>
      </div>
    </section>
  );
}
