import { GiftCard } from "@/features/card/GiftCard";
import { Chapter, Sample } from "./Sample";

const hues = [0, 27, 55, 85, 110, 145, 175, 205, 235, 262, 300, 335];
const cause = { name: "Riverside Food Bank", share: 2.5 };

export function CardChapter() {
  return (
    <Chapter title="The gift card">
      <Sample title="Large: leans under the mouse">
        <div className="grid gap-10 sm:grid-cols-2 lg:grid-cols-3">
          <GiftCard shop={{ name: "Maple Leaf Books", hue: 27 }} amount={25} cause={cause} isTilting />
          <GiftCard
            shop={{ name: "The Association of Hardware and Garden Stores", hue: 235 }}
            amount={100}
            cause={{ name: "The Riverside and Lakeshore Community Association" }}
          />
        </div>
      </Sample>
      <Sample title="Every hue, small">
        <div className="grid grid-cols-2 gap-5 sm:grid-cols-4 lg:grid-cols-6">
          {hues.map((hue) => (
            <GiftCard key={hue} size="small" shop={{ name: `Hue ${hue}`, hue }} amount={50} cause={cause} />
          ))}
        </div>
      </Sample>
    </Chapter>
  );
}
