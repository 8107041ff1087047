-- What a person does: open a contract, read its findings, ask, complete, follow a path, take a fix.
local passed, failed = 0, 0

local function check(what, good, seen)
  if good then
    passed = passed + 1
  else
    failed = failed + 1
    io.stdout:write('MISS ' .. what .. ': ' .. vim.inspect(seen) .. '\n')
  end
end

local function wait(what, condition)
  check(what, vim.wait(60000, condition, 20), 'waited in vain')
end

local function codes(buffer)
  local found = {}
  for _, diagnostic in ipairs(vim.diagnostic.get(buffer)) do
    table.insert(found, tostring(diagnostic.code or (diagnostic.user_data and diagnostic.user_data.lsp.code)))
  end
  return found
end

--- Puts the cursor behind `text`, in the line that holds it.
local function go(text)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  local line = vim.fn.search('\\V' .. vim.fn.escape(text, '\\'), 'cW')
  local at = vim.fn.getline(line):find(text, 1, true)
  vim.api.nvim_win_set_cursor(0, { line, at - 1 + #text - 1 })
end

local function replace(old, new)
  go(old)
  local line = vim.fn.line('.')
  local text = vim.fn.getline(line)
  local at = text:find(old, 1, true)
  vim.fn.setline(line, text:sub(1, at - 1) .. new .. text:sub(at + #old))
end

local function ask(method)
  local params = vim.lsp.util.make_position_params()
  local answers = vim.lsp.buf_request_sync(0, method, params, 60000) or {}
  for _, answer in pairs(answers) do
    return answer.result
  end
end

local function run()
  vim.cmd('edit examples/flattened/contract.fluid.yaml')
  local contract = vim.api.nvim_get_current_buf()
  local client = vim.lsp.start_client({ name = 'weir', cmd = { vim.env.WEIR, 'lsp' }, root_dir = vim.fn.getcwd() })
  check('the client starts', client ~= nil, client)
  vim.lsp.buf_attach_client(contract, client)
  wait('the server is ready', function()
    local known = vim.lsp.get_client_by_id(client)
    return known ~= nil and known.initialized
  end)
  vim.wait(1000, function() return false end, 100)
  check('the example has no findings', #vim.diagnostic.get(contract) == 0, codes(contract))

  -- A misspelt path is found, and its finding goes with the fix.
  replace('from: customer.id}', 'from: customer.idd}')
  wait('the misspelt path is found', function() return vim.deep_equal(codes(contract), { 'mapping-path-unknown' }) end)
  go('customer.idd')
  local line = vim.fn.line('.')
  local diagnostic = vim.diagnostic.get(contract)[1]
  check('the finding is in its line', diagnostic and diagnostic.lnum == line - 1, diagnostic)
  vim.ui.select = function(items, _, choose) choose(items[1], 1) end
  vim.lsp.buf.code_action({ apply = true })
  wait('the fix is made', function() return vim.fn.getline(line):find('from: customer.id}', 1, true) ~= nil end)
  wait('the finding is gone', function() return #vim.diagnostic.get(contract) == 0 end)

  -- Hover.
  go('from: customer.address.count')
  local hover = ask('textDocument/hover')
  check('the path is explained', hover and hover.contents.value:find('customer.address.country: string', 1, true), hover)
  check('with what makes it nullable', hover and hover.contents.value:find('customer is optional', 1, true), hover)

  -- Completion, in a line that is no YAML while it is typed.
  go('{name: customer_id, from: customer.id}')
  vim.fn.setline(vim.fn.line('.'), '          - {name: customer_id, from: customer.')
  vim.o.virtualedit = 'onemore'
  local line_number = vim.fn.line('.')
  vim.api.nvim_win_set_cursor(0, { line_number, #vim.fn.getline(line_number) })
  local offered = ask('textDocument/completion')
  local words = {}
  for _, item in ipairs(vim.lsp.util.text_document_completion_list_to_complete_items(offered, 'customer.')) do
    words[item.word] = item.user_data.nvim.lsp.completion_item
  end
  check('fields of the struct are offered', words['customer.id'] and words['customer.address.country'], offered)
  wait('the broken line is told', function() return vim.deep_equal(codes(contract), { 'yaml-syntax' }) end)
  vim.lsp.util.apply_text_edits({ words['customer.id'].textEdit }, contract, 'utf-16')
  vim.fn.setline(line_number, vim.fn.getline(line_number) .. '}')
  check('what was chosen is in the text',
    vim.fn.getline(line_number) == '          - {name: customer_id, from: customer.id}', vim.fn.getline(line_number))
  wait('and is mended', function() return #vim.diagnostic.get(contract) == 0 end)

  -- Definition, through the $ref into the fragment.
  go('from: customer.addr')
  vim.cmd('silent write!')
  vim.lsp.buf.definition()
  wait('the fragment is opened', function() return vim.fn.expand('%:t') == 'orders.value.yaml' end)
  check('at the field', vim.fn.getline('.'):find('name: address', 1, true) ~= nil, vim.fn.getline('.'))

  -- Findings in the fragment, which the contract includes.
  local fragment = vim.api.nvim_get_current_buf()
  vim.lsp.buf_attach_client(fragment, client)
  replace('type: decimal(18,2)', 'type: decimal')
  wait('the fragment has its finding', function() return vim.deep_equal(codes(fragment), { 'column-type-parameters' }) end)
  replace('type: decimal', 'type: decimal(18,2)')
  wait('and loses it', function() return #vim.diagnostic.get(fragment) == 0 and #vim.diagnostic.get(contract) == 0 end)

  vim.lsp.stop_client(client)
  wait('the server leaves', function() return vim.lsp.get_client_by_id(client) == nil end)
end

local good, problem = xpcall(run, debug.traceback)
check('no error', good, problem)
io.stdout:write(('\n%d passed, %d failed\n'):format(passed, failed))
vim.cmd(failed == 0 and 'qall!' or 'cquit 1')
