import { described, documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { descriptionPoor } from './description-poor.ts';

const at = '/description';

ruleTable(descriptionPoor, {
  rejects: [
    ['one letter over and over', described('aaaaaaaaaaaa'), at],
    ['a pair of letters over and over, with spaces', described('ab ab ab ab ab'), at],
    ['punctuation', described('... --- ...'), at],
    ['digits', described('1234567890'), at],
    ['TODO', described('TODO'), at],
    ['TODO three times', described('TODO TODO TODO'), at],
    ['TODO with more to come', described('TODO: describe this tool'), at],
    ['tbd.', described('  tbd. '), at],
    ['filler text', described('Lorem ipsum dolor sit amet'), at],
    ['a request to write one', described('Add a description here'), at],
    ['the name of the tool', described('get_forecast'), at],
    ['the name of the tool in words', described('Get forecast.'), at],
    ['what init writes', described('TODO: describe what this tool does'), at],
    ['a document', documentWith({ description: 'xxxxxxxxxxxxx' }), '/tool/description'],
  ],
  accepts: [
    ['a sentence', mcpToolWith({})],
    ['a sentence in another script', described('都市の天気予報を返します。')],
    ['a short one', described('Adds two numbers')],
    ['a tool about TODO items', described('Lists TODO comments in a repository.')],
    ['todos', described('Todo items of the current user')],
    ['a blank one, which has a rule of its own', described('   ')],
    ['none', mcpToolWith({ description: undefined })],
    ['a long text of one letter after a word', described(`Draws ${'a'.repeat(200)}`)],
  ],
});
