// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { tellCardNews, useCardNews } from "./cardNews";

function Listener({ onNews }: { onNews: (cardId?: string) => void }) {
  useCardNews(onNews);
  return null;
}

it("reaches whoever looks at cards, for as long as they do", () => {
  const hear = vi.fn<(cardId?: string) => void>();
  const { unmount } = render(<Listener onNews={hear} />);
  tellCardNews("crd_1");
  tellCardNews();
  expect(hear.mock.calls).toEqual([["crd_1"], [undefined]]);
  unmount();
  tellCardNews("crd_2");
  expect(hear).toHaveBeenCalledTimes(2);
});
