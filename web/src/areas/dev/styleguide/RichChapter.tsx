import { useState } from "react";
import { SearchBox } from "@/ui/SearchBox";
import { Button } from "@/ui/Button";
import { Combobox, type ComboboxChoice } from "@/ui/rich/Combobox";
import { SideSheet } from "@/ui/rich/SideSheet";
import { toast } from "@/ui/toast";
import { Chapter, Sample } from "./Sample";

const shops: ComboboxChoice[] = Array.from({ length: 60 }, (_, index) => ({
  value: String(index),
  text: `Shop ${index + 1}`,
  icon: index % 3 === 0 ? "hand-heart" : "store",
  note: index % 3 === 0 ? "Charity" : "Vendor",
}));

const AT_A_TIME = 20;

/** The pieces that only staff and administrators carry. */
export function RichChapter() {
  const [picked, setPicked] = useState<ComboboxChoice>();
  const [text, setText] = useState("");
  const [shown, setShown] = useState(AT_A_TIME);
  const [isOpen, setIsOpen] = useState(false);
  const fitting = shops.filter((shop) => shop.text.toLowerCase().includes(text.toLowerCase()));
  return (
    <Chapter title="For those who run things">
      <Sample title="One of many, found by typing">
        <div className="grid max-w-form gap-5">
          <Combobox
            label="Assign Vendor or Charity"
            placeholder="Type a name"
            picked={picked}
            onPick={setPicked}
            choices={fitting.slice(0, shown)}
            onSearch={setText}
            onMore={() => setShown(shown + AT_A_TIME)}
          />
          <Combobox
            label="Out of reach"
            disabled
            picked={undefined}
            onPick={setPicked}
            choices={[]}
            onSearch={setText}
          />
        </div>
      </Sample>
      <Sample title="Search that waits for the typing to pause">
        <SearchBox
          label="Search by name"
          value=""
          onSearch={(wanted) => toast.info(`Searching for “${wanted}”`)}
          className="max-w-form"
        />
      </Sample>
      <Sample title="A sheet at the side">
        <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          Open the sheet
        </Button>
        <SideSheet isOpen={isOpen} onClose={() => setIsOpen(false)} title="Add User">
          <p>For adding and editing beside the list.</p>
        </SideSheet>
      </Sample>
    </Chapter>
  );
}
