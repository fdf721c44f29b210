// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { notifyCardNews, useCardNews } from "./cardNews";

function Listener({ onNews }: { onNews: (cardId?: string) => void }) {
  useCardNews(onNews);
  return null;
}

it("useCardNews: calls back while the component is mounted", () => {
  const hear = vi.fn<(cardId?: string) => void>();
  const { unmount } = render(<Listener onNews={hear} />);
  notifyCardNews("crd_1");
  notifyCardNews();
  expect(hear.mock.calls).toEqual([["crd_1"], [undefined]]);
  unmount();
  notifyCardNews("crd_2");
  expect(hear).toHaveBeenCalledTimes(2);
});
