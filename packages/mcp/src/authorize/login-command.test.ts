import { expect, test } from 'vitest';
import { loginCommand } from './login-command.ts';

test.each([
  ['https://mcp.example/mcp?key=sesame', 'toolmark login https://mcp.example/mcp'],
  ['https://mcp.example/$(touch x)', "toolmark login 'https://mcp.example/$(touch%20x)'"],
  ["https://mcp.example/';id;'", "toolmark login 'https://mcp.example/%27;id;%27'"],
  [`https://mcp.example/${'a1'.repeat(20)}/mcp`, '"toolmark login" with the address of the server'],
  ['nothing', '"toolmark login" with the address of the server'],
])('the command that logs in to %s is %s', (url, command) => {
  expect(loginCommand(url)).toBe(command);
});
