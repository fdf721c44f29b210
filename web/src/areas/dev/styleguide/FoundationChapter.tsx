import { brand } from "@/brands/current";
import { Avatar } from "@/ui/list/Avatar";
import { Fact } from "@/ui/list/Fact";
import { Money } from "@/ui/Money";
import { RichMessage } from "@/ui/RichMessage";
import { Chapter, Sample } from "./Sample";

const grounds = ["bg-ground", "bg-surface", "bg-surface-quiet", "bg-surface-tint"];

const strong = [
  { name: "action", className: "bg-action text-action-ink" },
  { name: "brand", className: "bg-brand text-brand-ink" },
  { name: "ink", className: "bg-ink text-ground" },
  { name: "danger-quiet", className: "bg-danger-quiet text-danger" },
  { name: "success-quiet", className: "bg-success-quiet text-success" },
  { name: "warning-quiet", className: "bg-warning-quiet text-warning" },
];

const sizes = ["text-xs", "text-sm", "text-base", "text-lg", "text-xl", "text-2xl", "text-3xl", "text-4xl"];

export function FoundationChapter() {
  return (
    <Chapter title="Foundations">
      <Sample title="Text on grounds">
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {grounds.map((ground) => (
            <div key={ground} className={`${ground} rounded-panel border border-line p-5`}>
              <p className="font-semibold">{ground}</p>
              <p className="text-ink-soft">ink-soft</p>
              <p className="text-brand">brand</p>
              <p className="text-accent">accent</p>
              <p className="text-danger">danger</p>
              <p className="text-success">success</p>
              <p className="text-warning">warning</p>
            </div>
          ))}
        </div>
      </Sample>
      <Sample title="Colours with their text">
        <ul className="flex flex-wrap gap-3">
          {strong.map(({ name, className }) => (
            <li key={name} className={`${className} rounded-control px-5 py-3 font-semibold`}>
              {name}
            </li>
          ))}
        </ul>
      </Sample>
      <Sample title="Type">
        {sizes.map((size) => (
          <p key={size} className={size}>
            {size}: 25 dollars at Maple Leaf Books, à l’œuvre
          </p>
        ))}
        <p className="text-hero mt-4 font-display font-extrabold">Hero</p>
      </Sample>
      <Sample title="A sentence with elements in its rooms">
        <p>
          <RichMessage
            message={({ shop, amount }) => `A card of ${amount} for ${shop} is on its way.`}
            parts={{ shop: <strong>Maple Leaf Books</strong>, amount: <Money amount={25} /> }}
          />
        </p>
      </Sample>
      <Sample title="Marks, avatar, money">
        <div className="flex flex-wrap items-center gap-6">
          <brand.Logo className="h-14 w-auto" />
          <brand.Mark className="size-14" />
          <Avatar text="AM" />
          <Money amount={1250} />
          <Money amount={25} as="price" />
        </div>
      </Sample>
      <Sample title="Facts">
        <dl className="grid gap-4 sm:grid-cols-2 [&_dd]:font-semibold [&_dt]:text-sm [&_dt]:text-ink-soft">
          <Fact term="Buyer">Ann Moss</Fact>
          <Fact term="Paid on">{undefined}</Fact>
          <Fact term="Supports" isLong>
            Winter coats for the children of the north shore
          </Fact>
        </dl>
      </Sample>
    </Chapter>
  );
}
